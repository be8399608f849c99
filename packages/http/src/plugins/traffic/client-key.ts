import type { FastifyRequest } from 'fastify';
import { clientBlock } from './client-network.ts';

/** Whose share of the service a request takes: its account's, or its network's without one. */
export const clientKeyOf = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string =>
  caller ? caller.userId : clientBlock(ip);
