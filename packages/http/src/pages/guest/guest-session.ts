import type { UserId } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../rate-limits/client-network.ts';
import type { Typed } from '../views/answer-form.ts';
import type { GuestDependencies } from './guest-dependencies.ts';

/**
 * Signs a guest in with the code, does the work and ends the session: no token leaves the service. Throws
 * `code_invalid` and what the work throws.
 */
export const withGuest = async <Result>(
  { domain, readYourWrites }: Pick<GuestDependencies, 'domain' | 'readYourWrites'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { phone, code }: Typed,
  work: (userId: UserId) => Promise<Result>,
): Promise<Result> => {
  const { session, user } = await domain.checkCode({ phone, code, network: clientNetwork(ip) });
  readYourWrites?.begin(user.id);
  try {
    return await work(user.id);
  } finally {
    await domain.logOut({ userId: user.id, sessionId: session.id });
    await readYourWrites?.end(user.id);
  }
};
