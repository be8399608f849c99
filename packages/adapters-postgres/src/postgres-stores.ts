import type { KeyedHashes, Stores } from '@event-platform/domain';
import { postgresAccountEmails } from './account-email/postgres-account-emails.ts';
import { postgresActivityStore } from './activity/postgres-activity-store.ts';
import { postgresAnnouncementStore } from './announcements/postgres-announcement-store.ts';
import { postgresAttendeeStore } from './attendees/postgres-attendee-store.ts';
import { postgresBookingStore } from './bookings/postgres-booking-store.ts';
import { postgresBringListStore } from './bring-list/postgres-bring-list-store.ts';
import { postgresCalendarStore } from './calendar/postgres-calendar-store.ts';
import { postgresCircleStore } from './circles/postgres-circle-store.ts';
import type { Bulkhead } from './connection/bulkhead.ts';
import type { Database } from './database.ts';
import { postgresDeviceStore } from './devices/postgres-device-store.ts';
import { postgresEventCatalog } from './discovery/postgres-event-catalog.ts';
import { postgresVocabulary } from './discovery/postgres-vocabulary.ts';
import { postgresCategoryStore, postgresManagedCategoryStore } from './events/postgres-category-store.ts';
import { postgresEventAdminStore, postgresEventStore } from './events/postgres-event-store.ts';
import { postgresUpcomingEvents } from './events/postgres-upcoming-events.ts';
import { postgresImportStore } from './imports/postgres-import-store.ts';
import { postgresInvitationCatalog } from './invitations/postgres-invitation-catalog.ts';
import { postgresInvitationStore } from './invitations/postgres-invitation-store.ts';
import { postgresInviteLinkStore } from './invitations/postgres-invite-link-store.ts';
import { postgresSuppressionList } from './mail/postgres-suppression-list.ts';
import { postgresModerationStore } from './moderation/postgres-moderation-store.ts';
import { postgresEventTimers } from './notices/postgres-event-timers.ts';
import { postgresNoticeRecipients, postgresNoticeSettings } from './notices/postgres-notice-recipients.ts';
import { postgresNoticeStore } from './notices/postgres-notice-store.ts';
import { postgresExportStore } from './personal-data/postgres-export-store.ts';
import { postgresPictureRecords } from './pictures/postgres-picture-records.ts';
import { postgresPushStore } from './pushes/postgres-push-store.ts';
import { postgresQuestionStore } from './questions/postgres-question-store.ts';
import { postgresJobQueue, postgresMailOutbox, postgresOutbox } from './queue/postgres-outbox.ts';
import { postgresQuotas } from './quotas/postgres-quotas.ts';
import { postgresReportStore } from './reports/postgres-report-store.ts';
import { postgresRsvpStore } from './rsvp/postgres-rsvp-store.ts';
import { postgresSavedStore } from './saved/postgres-saved-store.ts';
import { postgresOccurrenceStore } from './series/postgres-occurrence-store.ts';
import { postgresSeriesStore } from './series/postgres-series-store.ts';
import { postgresOwnSessions } from './sessions/postgres-own-sessions.ts';
import { postgresSessionStore } from './sessions/postgres-session-store.ts';
import { postgresSignInNetworks } from './sign-in/postgres-sign-in-networks.ts';
import { postgresSignInStore } from './sign-in/postgres-sign-in-store.ts';
import { postgresBlockStore } from './users/postgres-block-store.ts';
import { postgresUserStore } from './users/postgres-user-store.ts';
import { postgresDeliveryStore, postgresWebhookStore } from './webhooks/postgres-webhook-store.ts';

/** What stores work through. */
export interface Connections {
  /** The pool, or one transaction. */
  readonly db: Database;
  /** Always the pool, for what must commit by itself. */
  readonly pool: Database;
  /** Of the phones whose accounts are erased; absent where none is. */
  readonly phoneHashes?: KeyedHashes | undefined;
  /** For statements that wait for rows which others write. */
  readonly bulkhead: Bulkhead;
}

/** Makes one store each. */
type StoreFactories = {
  readonly [Name in keyof Stores]: (connections: Connections) => Stores[Name];
};

const factories: StoreFactories = {
  pushes: ({ db }) => postgresPushStore(db),
  quotas: ({ db }) => postgresQuotas(db),
  accountEmails: ({ db }) => postgresAccountEmails(db),
  announcements: ({ db }) => postgresAnnouncementStore(db),
  attendees: ({ db }) => postgresAttendeeStore(db),
  blocks: ({ db }) => postgresBlockStore(db),
  bookings: ({ db, bulkhead }) => postgresBookingStore(db, bulkhead),
  bringLists: ({ db }) => postgresBringListStore(db),
  pictures: ({ db }) => postgresPictureRecords(db),
  questions: ({ db }) => postgresQuestionStore(db),
  calendars: ({ db }) => postgresCalendarStore(db),
  categories: ({ db }) => postgresCategoryStore(db),
  managedCategories: ({ db }) => postgresManagedCategoryStore(db),
  circles: ({ db }) => postgresCircleStore(db),
  deliveries: ({ db }) => postgresDeliveryStore(db),
  activity: ({ db }) => postgresActivityStore(db),
  devices: ({ db }) => postgresDeviceStore(db),
  eventAdmins: ({ db }) => postgresEventAdminStore(db),
  eventCatalog: ({ db }) => postgresEventCatalog(db),
  eventTimers: ({ db }) => postgresEventTimers(db),
  events: ({ db }) => postgresEventStore(db),
  exports: ({ db }) => postgresExportStore(db),
  imports: ({ db }) => postgresImportStore(db),
  invitationCatalog: ({ db }) => postgresInvitationCatalog(db),
  invitations: ({ db }) => postgresInvitationStore(db),
  inviteLinks: ({ db }) => postgresInviteLinkStore(db),
  jobs: ({ db }) => postgresJobQueue(db),
  mailOutbox: ({ db }) => postgresMailOutbox(db),
  moderation: ({ db }) => postgresModerationStore(db),
  noticeRecipients: ({ db }) => postgresNoticeRecipients(db),
  notices: ({ db }) => postgresNoticeStore(db),
  noticeSettings: ({ db }) => postgresNoticeSettings(db),
  occurrences: ({ db, bulkhead }) => postgresOccurrenceStore(db, bulkhead),
  outbox: ({ db }) => postgresOutbox(db),
  ownSessions: ({ db }) => postgresOwnSessions(db),
  reports: ({ db }) => postgresReportStore(db),
  rsvps: ({ db, bulkhead }) => postgresRsvpStore(db, bulkhead),
  saved: ({ db }) => postgresSavedStore(db),
  series: ({ db }) => postgresSeriesStore(db),
  sessions: ({ db }) => postgresSessionStore(db),
  signInNetworks: ({ db }) => postgresSignInNetworks(db),
  signIns: ({ pool, phoneHashes }) => postgresSignInStore(pool, phoneHashes),
  suppressions: ({ db }) => postgresSuppressionList(db),
  upcomingEvents: ({ db }) => postgresUpcomingEvents(db),
  users: ({ db, phoneHashes }) => postgresUserStore(db, phoneHashes),
  vocabulary: ({ db }) => postgresVocabulary(db),
  webhooks: ({ db }) => postgresWebhookStore(db),
};

const names = Object.keys(factories) as readonly (keyof Stores)[];

/** Every store of the domain over the pool. */
export const postgresStores = (connections: Connections): Stores => {
  const stores = names.map((name) => [name, factories[name](connections)] as const);
  return Object.fromEntries(stores) as { [Name in keyof Stores]: Stores[Name] };
};

/** Getters that make a store when it is first read, and keep it. They are defined once for all transactions. */
const lazyStores: object = Object.defineProperties(
  {},
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        get(this: { readonly connections: Connections }) {
          const value = factories[name](this.connections);
          Object.defineProperty(this, name, { value });
          return value;
        },
      },
    ]),
  ),
);

/** Every store over one transaction. Most units of work use two or three stores: only these are made. */
export const transactionStores = (connections: Connections): Stores =>
  Object.create(lazyStores, { connections: { value: connections } });
