import type { UserId } from '../../src/ids.ts';
import type { KeyedResult, KeyedUnit } from '../../src/ports/requests/idempotency.ts';
import type { KeyedRequest } from '../../src/ports/requests/keyed-request.ts';
import { newToken, now } from '../fixtures.ts';
import type { Needs } from '../harness.ts';

/** A request that was not sent before. */
export const newRequest = (callerId: UserId, changes: Partial<KeyedRequest> = {}): KeyedRequest => ({
  callerId,
  requestHash: newToken(),
  contentHash: 'one content',
  ...changes,
});

export const responded = (response: string) => async (): Promise<KeyedResult> => ({
  response,
  isRefusal: false,
});
export const refused = (response: string) => async (): Promise<KeyedResult> => ({
  response,
  isRefusal: true,
});

/** What a request gets whose work must not run. */
export const repeat = ({ idempotency }: Needs<never, 'idempotency'>, request: KeyedRequest, at = now) =>
  idempotency.run(request, at, async () => {
    throw new Error('ran again');
  });

/** The caller's names after each run of `rename`: what a keyed request wrote last. */
export const rename = (name: string, { callerId }: KeyedRequest) => ({
  directly: ({ stores }: KeyedUnit) => stores.users.update(callerId, { name }),
  inUnit: ({ unitOfWork }: KeyedUnit, size?: 'usual' | 'bulk') =>
    unitOfWork.run(({ users }) => users.update(callerId, { name }), size),
});

export const nameOf = async ({ stores }: Needs<'users'>, { callerId }: KeyedRequest) =>
  (await stores.users.find(callerId))?.name;
