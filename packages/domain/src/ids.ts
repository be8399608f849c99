import { refuse } from './problem.ts';

declare const kind: unique symbol;

/** A UUIDv7 in lower case (RFC 9562) that names one kind of thing; plain `string` at run time. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type UserId = Id<'user'>;
export type SessionId = Id<'session'>;
export type ChallengeId = Id<'challenge'>;
export type EventId = Id<'event'>;
export type InvitationId = Id<'invitation'>;
export type CircleId = Id<'circle'>;
export type ReportId = Id<'report'>;
export type SeriesId = Id<'series'>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id in lower case, or null when `text` is no UUID (no row has such an id). */
export const parseId = <Kind extends string>(text: string): Id<Kind> | null =>
  uuid.test(text) ? (text.toLowerCase() as Id<Kind>) : null;

/** The id. Throws `not_found`, or what an unknown id leads to, for a text that is no UUID. */
export const requireId = <Kind extends string>(
  text: string,
  unknown: 'not_found' | 'event_not_found' | 'invitation_not_found' = 'not_found',
): Id<Kind> => {
  const id = parseId<Kind>(text);
  if (!id) throw refuse(unknown);
  return id;
};
