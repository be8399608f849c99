import { DomainError, type Session, type User, type UserId } from '@event-platform/domain';
import { clientName, clientNetwork, clientWideNetwork, openedBy } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormFields } from '../../forms/form-fields.ts';
import type { Outcome } from '../../forms/outcome.ts';
import type { GuestDependencies } from './guest-dependencies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the cookie keeps signed in, once that was read; null until then. */
    viewer: User | null;
  }
}

type Dependencies = Pick<GuestDependencies, 'domain' | 'readYourWrites' | 'guestCookie' | 'guestReceipts'>;

/** What a guest does once the service knows who they are. */
export type Work = (userId: UserId) => Promise<Outcome>;

export interface CodeAnswer {
  readonly outcome: Outcome;
  readonly user: User;
  /** Of the receipt; with `stay` that of the cookie, too. */
  readonly session: Session;
}

const nullWhenGone = (error: unknown): null => {
  if (error instanceof DomainError && /^(unauthenticated|refresh_token_invalid)$/.test(error.problem.code))
    return null;
  throw error;
};

/** The work of a user who may write, so that their next page shows it on every replica. */
export const asWriter = async <Result>(
  { readYourWrites }: Pick<Dependencies, 'readYourWrites'>,
  { log }: Pick<FastifyRequest, 'log'>,
  userId: UserId,
  work: () => Promise<Result>,
): Promise<Result> => {
  readYourWrites?.begin(userId);
  try {
    return await work();
  } finally {
    // What the guest answered is committed: an error would make them answer again.
    await readYourWrites
      ?.end(userId)
      .catch((error: unknown) => log.warn({ err: error }, 'a write may be read late'));
  }
};

/**
 * Signs a guest in with the code and does the work. The session is for a receipt alone unless the guest stays, and ends at
 * once where the work fails. Throws `code_invalid`, `proof_required` and what the work throws.
 */
export const withGuest = async (
  dependencies: Pick<Dependencies, 'domain' | 'readYourWrites'>,
  request: Pick<FastifyRequest, 'ip' | 'headers' | 'log' | 'routeOptions' | 'domain'>,
  { phone, code, stay, proof }: Pick<FormFields, 'phone' | 'code' | 'stay' | 'proof'>,
  work: Work,
  isReceipt: boolean = stay === '',
): Promise<CodeAnswer> => {
  const { domain } = dependencies;
  const network = clientNetwork(request.ip);
  const name = clientName(request.headers['user-agent']);
  const { session, user } = await openedBy(request, 'code').checkCode({
    ...{ phone, code, network, clientName: name },
    wideNetwork: clientWideNetwork(request.ip),
    proof: proof === '' ? undefined : proof,
    isReceipt,
  });
  return asWriter(dependencies, request, user.id, async () => {
    try {
      return { outcome: await work(user.id), user, session };
    } catch (error) {
      const origin = { sessionId: session.id, network };
      await domain.logOut({ userId: user.id, sessionId: session.id, origin });
      throw error;
    }
  });
};

/** The user of the cookie's session; null without one. Writes nothing. */
export const viewerOf = async (
  { domain, guestCookie }: Pick<Dependencies, 'domain' | 'guestCookie'>,
  request: FastifyRequest,
): Promise<User | null> => {
  if (request.viewer) return request.viewer;
  const claims = guestCookie.read(request);
  if (!claims) return null;
  const caller = await openedBy(request, 'pageCookie').readSession(claims).catch(nullWhenGone);
  request.viewer = caller && (await domain.getProfile({ userId: caller.userId }).catch(nullWhenGone));
  return request.viewer;
};

/** How a page calls a guest: by name, else by the end of the phone number. */
export const guestNameOf = ({ name, phone }: Pick<User, 'name' | 'phone'>): string =>
  name || `… ${phone.slice(-4)}`;

/** How a page calls a user whom the cookie keeps signed in; null for one who has a receipt alone. */
export const signedInName = async (
  dependencies: Pick<Dependencies, 'domain' | 'guestCookie'>,
  request: FastifyRequest,
  userId: UserId,
): Promise<string | null> => {
  const viewer = await viewerOf(dependencies, request);
  return viewer?.id === userId ? guestNameOf(viewer) : null;
};

/** Exchanges the cookie for its session's next generation; null, and no cookie any more, where it is of none. */
export const rotateCookie = async (
  { guestCookie }: Pick<Dependencies, 'guestCookie'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | null> => {
  const claims = guestCookie.read(request);
  const origin = { sessionId: null, network: clientNetwork(request.ip) };
  const refreshment =
    claims &&
    (await openedBy(request, 'pageCookie')
      .refreshSession({
        ...{ sessionId: claims.sessionId, generation: claims.generation },
        ...{ idempotencyKey: null, origin },
      })
      .catch(nullWhenGone));
  if (!refreshment) {
    if (guestCookie.isSent(request)) guestCookie.clear(reply);
    return null;
  }
  guestCookie.set(reply, refreshment.session, claims?.isKept);
  return refreshment.session;
};

/** Who holds a receipt of the page at a path; null once it or its session is over. Writes nothing. */
export const holderOf = async (
  { guestReceipts }: Pick<Dependencies, 'guestReceipts'>,
  request: FastifyRequest,
  path: string,
  receipt: string,
): Promise<UserId | null> => {
  const sessionId = guestReceipts.read(path, receipt);
  const caller =
    sessionId && (await openedBy(request, 'formReceipt').readReceipt({ sessionId }).catch(nullWhenGone));
  return caller ? caller.userId : null;
};

/** Whom a form names by its receipt or its cookie; neither is used up. */
export const namedBy = async (
  dependencies: Pick<Dependencies, 'domain' | 'guestCookie' | 'guestReceipts'>,
  request: FastifyRequest,
  path: string,
  { receipt }: Pick<FormFields, 'receipt'>,
): Promise<UserId | null> =>
  receipt === ''
    ? ((await viewerOf(dependencies, request))?.id ?? null)
    : holderOf(dependencies, request, path, receipt);

/** Who sends a form without a code: by the receipt in it, which the page after it has again, or by the cookie. */
export const senderOf = async (
  dependencies: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { receipt }: Pick<FormFields, 'receipt'>,
): Promise<UserId | null> => {
  if (receipt !== '') return holderOf(dependencies, request, path, receipt);
  return (await rotateCookie(dependencies, request, reply))?.userId ?? null;
};
