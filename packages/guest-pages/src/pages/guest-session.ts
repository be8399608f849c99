import type { UserId } from '@event-platform/domain';
import { clientName, clientNetwork } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import type { Typed } from '../views/rsvp-form.ts';
import type { GuestDependencies } from './guest-dependencies.ts';

/**
 * Signs a guest in with the code, does the work and ends the session: no token leaves the service. Throws
 * `code_invalid` and what the work throws.
 */
export const withGuest = async <Result>(
  { domain, readYourWrites }: Pick<GuestDependencies, 'domain' | 'readYourWrites'>,
  { ip, headers, log }: Pick<FastifyRequest, 'ip' | 'headers' | 'log'>,
  { phone, code }: Typed,
  work: (userId: UserId) => Promise<Result>,
): Promise<Result> => {
  const network = clientNetwork(ip);
  const { session, user } = await domain.checkCode({
    phone,
    code,
    network,
    clientName: clientName(headers['user-agent']),
  });
  readYourWrites?.begin(user.id);
  try {
    return await work(user.id);
  } finally {
    const origin = { sessionId: session.id, network };
    await domain.logOut({ userId: user.id, sessionId: session.id, origin }).finally(async () => {
      // What the guest answered is committed: an error would make them answer again.
      await readYourWrites
        ?.end(user.id)
        .catch((error: unknown) => log.warn({ err: error }, 'a write may be read late'));
    });
  }
};
