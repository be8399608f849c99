import type { Dependencies } from '../dependencies.ts';
import {
  type CircleId,
  type EventId,
  type InvitationId,
  parseId,
  type SeriesId,
  type SessionId,
  type UserId,
} from '../ids.ts';
import type { WithOrigin } from '../origin.ts';

/** What a caller asked for. */
export interface AccessTarget {
  readonly kind: 'event' | 'series' | 'session' | 'circle' | 'webhook' | 'invitation' | 'token';
  readonly id: string;
  /** The event whose invitations a manager sees. */
  readonly eventId?: string | undefined;
}

/** A request that was refused because of who sent it, or may have been. */
export interface RefusedAccess extends WithOrigin {
  /** Null for an anonymous caller. */
  readonly callerId: UserId | null;
  /** The problem that the caller was told. */
  readonly code: string;
  /** The event that it was about, as it stands in the request. */
  readonly eventId?: string | undefined;
  /** What the caller was told is not there; absent where the refusal itself says that it is. */
  readonly target?: AccessTarget | undefined;
}

type RefusalDependencies = Pick<Dependencies, 'auditLog'> & {
  readonly stores: Pick<
    Dependencies['stores'],
    'events' | 'series' | 'invitations' | 'invitationCatalog' | 'sessions' | 'circles' | 'webhooks'
  >;
};

/** Whether there is such a thing, and it is not the caller's. */
const isOfOthers = async (
  { stores }: RefusalDependencies,
  { kind, id: text, eventId }: AccessTarget,
  callerId: UserId | null,
): Promise<boolean> => {
  if (kind === 'token') return (await stores.invitationCatalog.byToken(text)) !== null;
  const id = parseId<string>(text);
  if (!id) return false;
  if (kind === 'series') return (await stores.series.find(id as SeriesId)) !== null;
  if (kind === 'event') return (await stores.events.find(id as EventId)) !== null;
  if (kind === 'circle') return stores.circles.exists(id as CircleId);
  if (kind === 'invitation') {
    const invitation = await stores.invitations.find(id as InvitationId);
    return invitation !== null && invitation.userId !== callerId && invitation.eventId !== eventId;
  }
  const owner =
    kind === 'session'
      ? (await stores.sessions.find(id as SessionId))?.userId
      : (await stores.webhooks.find(id))?.ownerId;
  return owner !== undefined && owner !== callerId;
};

/**
 * Records a refused authorization: what the caller is told is forbidden, and what they are told is not there although it
 * is. What does not exist is not recorded. The caller has its response by then.
 */
export const noteRefusal =
  (dependencies: RefusalDependencies) =>
  async ({ callerId, code, eventId, target, origin }: RefusedAccess): Promise<void> => {
    if (target && !(await isOfOthers(dependencies, target, callerId))) return;
    dependencies.auditLog.record({
      event: 'access_refused',
      ...(callerId ? { userId: callerId } : {}),
      origin,
      eventId: (eventId === undefined ? null : parseId<'event'>(eventId)) ?? undefined,
      reason: code,
    });
  };
