import { accountQuotaKeys, type ExportSection, type UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Rows } from '../database.ts';
import { isNoticeShown } from '../notices/notice-rows.ts';

/** The rows `r` of a table that a section holds. */
interface Source {
  readonly table: keyof Rows;
  /** The unique columns that pages are read by. */
  readonly keys: readonly string[];
  /** What follows the table in the statement. */
  readonly ofUser: (user: UserId) => RawBuilder<unknown>;
  /** A column that the table hides from the other sections. */
  readonly also?: string;
  /** What other tables say of a row, by its field. */
  readonly joined?: Readonly<Record<string, RawBuilder<unknown>>>;
}

const ownRows = <Table extends keyof Rows>(
  table: Table,
  person: keyof Rows[Table] & string,
  key: keyof Rows[Table] & string,
): Source => ({
  table,
  keys: [key],
  ofUser: (user) => sql`where r.${sql.ref(person)} = ${user}`,
});

export const exportSources: Record<Exclude<ExportSection, 'signIns'>, Source> = {
  profile: ownRows('app_user', 'id', 'id'),
  sessions: ownRows('session', 'user_id', 'id'),
  devices: ownRows('device', 'user_id', 'id'),
  eventsOrganized: ownRows('event', 'organizer_id', 'id'),
  seriesOrganized: ownRows('event_series', 'organizer_id', 'id'),
  eventQuestions: {
    table: 'question',
    keys: ['id'],
    ofUser: (user) =>
      sql`join event e on e.id = r.event_id where e.organizer_id = ${user} and not r.is_removed`,
  },
  bringItems: {
    table: 'bring_item',
    keys: ['id'],
    ofUser: (user) => sql`join event e on e.id = r.event_id where e.organizer_id = ${user}`,
  },
  seriesRsvps: ownRows('series_rsvp', 'user_id', 'series_id'),
  eventsAdministered: ownRows('event_admin', 'user_id', 'event_id'),
  rsvps: ownRows('rsvp', 'user_id', 'event_id'),
  saved: ownRows('saved', 'user_id', 'event_id'),
  bookings: ownRows('booking', 'user_id', 'id'),
  answers: ownRows('answer', 'user_id', 'question_id'),
  claims: ownRows('bring_claim', 'user_id', 'item_id'),
  linksJoined: ownRows('link_join', 'user_id', 'event_id'),
  eventsRemovedFrom: ownRows('removed_guest', 'user_id', 'event_id'),
  circles: ownRows('circle', 'owner_id', 'id'),
  blockedUsers: ownRows('blocked_user', 'user_id', 'blocked_id'),
  calendarFeed: ownRows('calendar_feed', 'user_id', 'user_id'),
  emailProof: ownRows('email_proof', 'user_id', 'user_id'),
  reportsMade: ownRows('report', 'reporter_id', 'id'),
  notices: {
    table: 'notice',
    keys: ['id'],
    ofUser: (user) => sql`join notice n on n.id = r.id join notice_content c on c.id = r.content_id
      where r.user_id = ${user} and ${isNoticeShown}`,
    joined: { kind: sql`c.kind`, event: sql`c.event`, changes: sql`c.changes`, text: sql`c.body` },
  },
  noticeSettings: ownRows('notice_settings', 'user_id', 'user_id'),
  announcements: ownRows('announcement', 'author_id', 'id'),
  webhooks: ownRows('webhook', 'owner_id', 'id'),
  pictures: ownRows('picture', 'owner_id', 'id'),
  invitationsReceived: {
    table: 'invitation',
    keys: ['id'],
    ofUser: (user) => sql`where (r.user_id = ${user} or r.accepted_by = ${user})`,
  },
  invitationsSent: {
    table: 'invitation',
    keys: ['id'],
    ofUser: (user) => sql`join event e on e.id = r.event_id where e.organizer_id = ${user}`,
    also: 'user_id',
  },
  circleMembers: {
    table: 'circle_member',
    keys: ['circle_id', 'user_id'],
    ofUser: (user) => sql`join circle c on c.id = r.circle_id where c.owner_id = ${user}`,
  },
  quotas: {
    table: 'quota_use',
    keys: ['key'],
    ofUser: (user) => sql`where r.key = any(${accountQuotaKeys(user)}::text[])`,
  },
};

type PersonColumn = {
  [Table in keyof Rows]: readonly [Table, keyof Rows[Table], outlives?: 'outlives'];
}[keyof Rows];

/**
 * What an erasure deletes by a column alone, in the order in which other writers lock; `outlives` what is kept for a new
 * account of the phone, where it can be found.
 */
const personColumns: readonly PersonColumn[] = [
  ['series_rsvp', 'user_id'],
  ['event_admin', 'user_id'],
  ['saved', 'user_id'],
  ['answer', 'user_id'],
  ['bring_claim', 'user_id'],
  ['invitation', 'user_id'],
  ['invitation', 'accepted_by'],
  ['link_join', 'user_id'],
  ['removed_guest', 'user_id', 'outlives'],
  ['blocked_user', 'user_id'],
  ['blocked_user', 'blocked_id', 'outlives'],
  ['calendar_feed', 'user_id'],
  ['email_proof', 'user_id'],
  ['event_activity', 'user_id'],
  ['activity_digest', 'user_id'],
  ['report', 'reporter_id'],
  ['report', 'target_id'],
  ['notice', 'user_id'],
  ['notice_settings', 'user_id'],
  ['former_manager', 'user_id'],
  ['guest_list', 'user_id'],
  ['stored_response', 'user_id'],
  ['own_write', 'user_id'],
];

/**
 * Deletes them in one statement: the account is locked meanwhile, and a round trip for each table would hold up all who refer
 * to it. Each part waits for the part before it.
 * @param isKept whether a new account of the phone can be found by what outlives this one
 */
export const deleteRowsOf = async (db: Database, user: UserId, isKept: boolean): Promise<void> => {
  const parts = personColumns
    .filter(([, , outlives]) => !(isKept && outlives))
    .map(([table, person], index) => {
      const turn = index > 0 ? sql`and (select count(*) from ${sql.ref(`part_${index - 1}`)}) >= 0` : sql``;
      return sql`${sql.ref(`part_${index}`)} as (
        delete from ${sql.table(table)} where ${sql.ref(person)} = ${user} ${turn} returning 1
      )`;
    });
  await sql`with ${sql.join(parts)} select count(*) from ${sql.ref(`part_${parts.length - 1}`)}`.execute(db);
};
