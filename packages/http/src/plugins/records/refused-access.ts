import type { AccessTarget, Clock, Domain } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { clientNetwork } from '../../input/client-network.ts';
import { isToken } from '../../input/tokens.ts';
import type { Refusal } from '../../problems/problem-response.ts';

/** What says itself that the caller may not do it. */
const forbidden: readonly string[] = [
  'forbidden',
  'invitation_not_yours',
  'removed_by_organizer',
  'fresh_sign_in_required',
];

/** The lines of one caller in a span, in each process: whoever tries all day fills no disk. */
const bound = { lines: 30, spanMs: 600_000, callers: 10_000 } as const;

/** Things that are unknown to others than their owner, by the route's path. */
const owned = {
  '/v1/auth/sessions/': 'session',
  '/v1/me/circles/': 'circle',
  '/v1/webhooks/': 'webhook',
  // Those of private events are shown to guests as well, and are unknown to all others.
  '/v1/event-series/': 'series',
} as const;

interface Params {
  readonly id?: string;
  readonly inviteId?: string;
  readonly token?: string;
}

/** What a caller who is told that something is not there asked for; null where nobody is refused it. */
const hiddenBy = (code: string, url: string, { id, inviteId, token }: Params): AccessTarget | null => {
  if (code === 'event_not_found' && id !== undefined) return { kind: 'event', id };
  if (code === 'invitation_not_found') {
    if (token !== undefined) return isToken(token) ? { kind: 'token', id: token } : null;
    if (inviteId !== undefined) return { kind: 'invitation', id: inviteId, eventId: id };
    return id === undefined ? null : { kind: 'invitation', id };
  }
  if (code !== 'not_found' || id === undefined) return null;
  const kind = Object.entries(owned).find(([root]) => url.startsWith(root))?.[1];
  return kind ? { kind, id } : null;
};

/** The options of {@link refusedAccess}. */
export interface RefusedAccessOptions {
  readonly domain: Pick<Domain, 'noteRefusal'>;
  readonly clock: Clock;
}

/** Has a refusal recorded that is one of authorization. */
export const refusedAccess = ({ domain, clock }: RefusedAccessOptions) => {
  const lines = new LRUCache<string, { count: number; readonly until: number }>({ max: bound.callers });
  const isWithinBound = (caller: string): boolean => {
    const now = clock.now().getTime();
    const line = lines.get(caller);
    const use = line && now < line.until ? line : { count: 0, until: now + bound.spanMs };
    use.count += 1;
    lines.set(caller, use);
    return use.count <= bound.lines;
  };

  return (request: FastifyRequest, { code }: Refusal): void => {
    const { url = '' } = request.routeOptions;
    const params = (request.params ?? {}) as Params;
    const target = hiddenBy(code, url, params);
    if (!target && !forbidden.includes(code) && !request.isHiddenRoute) return;
    const network = clientNetwork(request.ip);
    const caller = request.caller ?? null;
    if (!isWithinBound(caller?.userId ?? network)) return;
    const isOfEvent = /^\/(?:v1\/events|e)\/:id/.test(url);
    domain
      .noteRefusal({
        callerId: caller?.userId ?? null,
        code,
        origin: { sessionId: caller?.sessionId ?? null, network },
        eventId: isOfEvent ? params.id : undefined,
        target: target ?? undefined,
      })
      .catch((error: unknown) => request.log.warn({ err: error }, 'a refused access was not recorded'));
  };
};
