import {
  type Candidate,
  type Candidates,
  type EventId,
  type Invitation,
  type InvitationStore,
  type InvitedAddress,
  invitationState,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

type CandidateRow = Pick<Candidate, 'userId' | 'times' | 'isInside' | 'hasBlocked'>;

/** Who would be invited, and what stands in the way; see {@link InvitationStore.candidates}. */
export const readCandidates = async (
  db: Database,
  query: Parameters<InvitationStore['candidates']>[0],
): Promise<Candidates> => {
  const { eventId, organizer, inviter, circleIds, userIds, emails, most, at } = query;
  // Held until the transaction ends, so that no other invitation of the organizer is counted or sent in between.
  await sql`/* candidates-lock-organizer */
    select from app_user where id = ${organizer} for no key update`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`/* candidates-unknown */
    select (
      (
        select count(*) from unnest(${[...circleIds]}::uuid[]) mentions (id)
        where not exists (select from circle c where c.id = mentions.id and c.owner_id = ${inviter})
      ) + (
        select count(*) from unnest(${[...userIds]}::uuid[]) mentions (id)
        where not exists (select from app_user u where u.id = mentions.id and u.erased_at is null)
      )
    )::int as count`.execute(db);
  const { rows } = await sql<CandidateRow>`/* candidates-people */
    with mentions as (
      select m.user_id from unnest(${[...circleIds]}::uuid[]) mentions (id)
        join circle c on c.id = mentions.id and c.owner_id = ${inviter}
        join circle_member m on m.circle_id = c.id
      union all
      select u.id from unnest(${[...userIds]}::uuid[]) mentions (id)
        join app_user u on u.id = mentions.id and u.erased_at is null
    ),
    people as (select user_id, count(*)::int as times from mentions group by user_id limit ${most})
    select p.user_id as "userId", p.times,
      e.organizer_id is not distinct from p.user_id or a.user_id is not null or r.state is not null
        or j.user_id is not null as "isInside",
      exists (
        select from blocked_user b where b.user_id = p.user_id and b.blocked_id in (${organizer}, ${inviter})
      ) as "hasBlocked"
    from people p
      left join event e on e.id = ${eventId}
      left join event_admin a on a.event_id = ${eventId} and a.user_id = p.user_id
      left join link_join j on j.event_id = ${eventId} and j.user_id = p.user_id
      left join rsvp r on r.event_id = ${eventId} and r.user_id = p.user_id and r.state = 'going'`.execute(
    db,
  );
  const people = rows.map(({ userId }) => userId);
  const { rows: addresses } = await sql<InvitedAddress>`/* candidates-addresses */
    select email, invitation_state(state, expires_at, ${at}) as invitation from invitation
    where event_id = ${eventId} and kind = 'email' and email = any(${[...emails]}::text[])`.execute(db);
  const invitations = await invitationsOf(db, eventId, people);
  const pendingCounts = await pendingElsewhere(db, organizer, eventId, people, at);
  return {
    unknownCount: counts[0]?.count ?? 0,
    addresses,
    users: rows.map((row) => {
      const invitation = invitations.get(row.userId);
      return {
        ...row,
        invitation: invitation ? invitationState(invitation, at) : null,
        pendingElsewhere: pendingCounts.get(row.userId) ?? 0,
      };
    }),
  };
};

/** How many pending invitations of the organizer each person has, by user. */
const pendingElsewhere = async (
  db: Database,
  organizer: UserId,
  eventId: EventId,
  people: readonly UserId[],
  at: Date,
): Promise<ReadonlyMap<UserId, number>> => {
  const { rows } = await sql<{ userId: UserId; count: number }>`
    select i.user_id as "userId", count(*)::int as count
    from event e join invitation i on i.event_id = e.id
    where e.organizer_id = ${organizer} and e.status = 'scheduled' and e.id <> ${eventId} and e.end_at > ${at}
      and i.kind = 'user' and i.state = 'pending' and i.expires_at > ${at} and i.user_id = any(${[...people]}::uuid[])
    group by i.user_id`.execute(db);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
};

type StoredState = Pick<Invitation, 'state' | 'expiresAt'>;

/**
 * The invitations of users to an event, by user; an accepted e-mail invitation takes precedence over their own.
 * Selected by a list of users and not joined: right after a bulk invitation the statistics do not include the new
 * rows, and the planner would choose a nested loop over all of them.
 */
const invitationsOf = async (
  db: Database,
  eventId: EventId,
  people: readonly UserId[],
): Promise<ReadonlyMap<UserId, StoredState>> => {
  const { rows } = await sql<StoredState & { userId: UserId }>`
    select user_id as "userId", state, expires_at as "expiresAt" from invitation
    where event_id = ${eventId} and kind = 'user' and user_id = any(${[...people]}::uuid[])
    union all
    select accepted_by, state, expires_at from invitation
    where event_id = ${eventId} and state = 'accepted' and accepted_by = any(${[...people]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ userId, ...state }) => [userId, state]));
};
