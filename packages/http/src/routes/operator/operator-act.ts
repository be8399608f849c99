import type { FastifyRequest } from 'fastify';
import { callerOf, originOf } from '../../authenticate.ts';

/** What all routes of operators have. No limit counts their calls: its headers would tell them from unknown paths. */
export const operatorRoute = { auth: 'operator', rateLimit: false } as const;

/** Who acts, for the audit log. */
export const actOf = (request: FastifyRequest) => ({
  operatorId: callerOf(request).userId,
  origin: originOf(request),
});
