import { rowsPerRead } from '../../src/export/export-sections.ts';
import type { UserId } from '../../src/ids.ts';
import type { ExportStore } from '../../src/ports/accounts/export-store.ts';
import { accountQuotaKeys } from '../../src/quotas/account-quota.ts';
import { isSeen, toNotice } from '../notices/memory-notice-store.ts';
import type { Table } from '../table.ts';
import type { Tables } from '../tables.ts';

/** The fields of a row, instants as texts. */
const only = <Row extends object>(rows: readonly Row[], ...fields: readonly (keyof Row)[]): object[] =>
  rows.map((row) =>
    JSON.parse(JSON.stringify(Object.fromEntries(fields.map((field) => [field, row[field]])))),
  );

type Section = Parameters<ExportStore['read']>[1];

/** Sections of a table of that name whose rows say whose they are. */
type OwnSection = {
  [Name in Section & keyof Tables]: Tables[Name] extends Table<{ readonly userId: UserId }> ? Name : never;
}[Section & keyof Tables];

type Read = (user: UserId) => readonly object[];

/** How sections are read, but those that are all of their table for its owner. */
type Sections = Readonly<Record<Exclude<Section, OwnSection>, Read> & Partial<Record<OwnSection, Read>>>;

const invitationFields = [
  ...(['id', 'eventId', 'kind', 'email', 'state', 'delivery'] as const),
  ...(['sentAt', 'createdAt', 'expiresAt', 'acceptedAt'] as const),
] as const;

export const memoryExportStore = (tables: Tables): ExportStore => {
  const ofUser = <Row extends { readonly userId: UserId | null }>(rows: readonly Row[], user: UserId) =>
    rows.filter(({ userId }) => userId === user);
  const circlesOf = (user: UserId) => tables.circles.rows().filter(({ ownerId }) => ownerId === user);
  const organizedEvents = (user: UserId) =>
    tables.events.rows().filter(({ organizerId }) => organizerId === user);

  const sections: Sections = {
    profile: (user) => tables.users.rows().filter(({ id }) => id === user),
    sessions: (user) =>
      only(
        ofUser(tables.sessions.rows(), user),
        'id',
        'device',
        'createdAt',
        'refreshedAt',
        'lastUsedAt',
        'endedAt',
      ),
    devices: (user) =>
      only(
        ofUser(tables.devices.rows(), user),
        'id',
        'sessionId',
        'platform',
        'locale',
        'appVersion',
        'createdAt',
        'lastSeenAt',
      ),
    quotas: (user) =>
      accountQuotaKeys(user).flatMap((key) => {
        const row = tables.quotas.get(key);
        return row ? [{ key, taken: row.taken, until: row.until }] : [];
      }),
    eventsOrganized: (user) =>
      organizedEvents(user).map(
        ({
          organizerId: _,
          isTimeZoneGiven: __,
          sequence: ___,
          questions: ____,
          location,
          series,
          ...event
        }) => ({
          ...event,
          ...location,
          seriesId: series?.id ?? null,
          seriesDate: series?.date ?? null,
          isDetached: series?.isDetached ?? false,
        }),
      ),
    seriesOrganized: (user) =>
      only(
        tables.series.rows().filter(({ organizerId }) => organizerId === user),
        'id',
        'rule',
        'firstDate',
        'timeOfDay',
        'duration',
        'timeZone',
        'draft',
        'isCancelled',
        'sourceKey',
        'createdAt',
      ),
    eventQuestions: (user) =>
      organizedEvents(user).flatMap(({ id: eventId, questions }) =>
        questions.map((question, place) => ({ ...question, eventId, place })),
      ),
    bringItems: (user) => {
      const events = new Set(organizedEvents(user).map(({ id }) => id));
      return tables.bringItems.rows().filter(({ eventId }) => events.has(eventId));
    },
    eventsAdministered: (user) => only(ofUser(tables.eventAdmins.rows(), user), 'eventId'),
    invitationsSent: (user) => {
      const events = new Set(organizedEvents(user).map(({ id }) => id));
      return only(
        tables.invitations.rows().filter(({ eventId }) => events.has(eventId)),
        ...invitationFields,
        'userId',
      );
    },
    bookings: (user) =>
      only(
        ofUser(tables.bookings.rows(), user),
        'id',
        'eventId',
        'quantity',
        'status',
        'createdAt',
        'checkedInAt',
      ),
    answers: (user) =>
      ofUser(tables.answers.rows(), user).flatMap(({ eventId, answers }) =>
        Object.entries(answers).map(([questionId, value]) => ({ eventId, questionId, value })),
      ),
    claims: (user) => only(ofUser(tables.bringClaims.rows(), user), 'eventId', 'itemId', 'quantity'),
    invitationsReceived: (user) => only(ofUser(tables.invitations.rows(), user), ...invitationFields),
    linksJoined: (user) => only(ofUser(tables.joins.rows(), user), 'eventId', 'joinedAt'),
    eventsRemovedFrom: (user) => only(ofUser(tables.removedGuests.rows(), user), 'eventId', 'removedAt'),
    circles: (user) => only(circlesOf(user), 'id', 'name', 'createdAt'),
    circleMembers: (user) => {
      const circles = new Set<string>(circlesOf(user).map(({ id }) => id));
      return tables.circleMembers.rows().filter(({ circleId }) => circles.has(circleId));
    },
    blockedUsers: (user) => only(ofUser(tables.blocks.rows(), user), 'blockedId'),
    emailProof: (user) =>
      only(ofUser(tables.emailProofs.rows(), user), 'email', 'mails', 'isMailed', 'expiresAt'),
    calendarFeed: (user) => only(ofUser(tables.calendarTokens.rows(), user), 'userId'),
    notices: (user) =>
      ofUser(tables.notices.rows(), user)
        .filter((row) => isSeen(tables, row))
        .map((row) => {
          const { activity: _, ...notice } = toNotice(tables, row);
          return { ...notice, contentId: row.contentId, activity: row.activity };
        }),
    noticeSettings: (user) => {
      const settings = tables.noticeSettings.get(user);
      return settings ? [settings] : [];
    },
    announcements: (user) =>
      only(
        tables.announcements.rows().filter(({ authorId }) => authorId === user),
        'id',
        'eventId',
        'text',
        'to',
        'createdAt',
      ),
    pictures: (user) =>
      only(
        tables.pictures.rows().filter(({ ownerId }) => ownerId === user),
        ...(['id', 'width', 'height', 'createdAt'] as const),
      ),
    webhooks: (user) =>
      only(
        tables.webhooks.rows().filter(({ ownerId }) => ownerId === user),
        'id',
        'url',
        'types',
        'eventId',
        'isEnabled',
        'createdAt',
      ),
    reportsMade: (user) =>
      tables.reports
        .rows()
        .filter(({ reporterId }) => reporterId === user)
        .map(({ id, target, reason, text, at }) => ({
          ...{ id, targetKind: target.kind, targetId: target.id, reason, text, reportedAt: at },
        })),
  };
  const ownRows = (section: OwnSection, user: UserId) =>
    ofUser<{ readonly userId: UserId }>(tables[section].rows(), user).map(({ userId: _, ...row }) => row);
  return {
    read: async (user, section, after) => {
      const all = sections[section]?.(user) ?? ownRows(section as OwnSection, user);
      const begin = Number(after);
      const end = begin + rowsPerRead(section);
      return {
        rows: JSON.parse(JSON.stringify(all.slice(begin, end))) as object[],
        next: end < all.length ? String(end) : null,
      };
    },
  };
};
