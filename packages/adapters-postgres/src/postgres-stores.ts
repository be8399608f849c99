import type { KeyedHashes, Stores } from '@event-platform/domain';
import type { Bulkhead } from './connection/bulkhead.ts';
import type { Database } from './database.ts';
import { postgresEventCatalog } from './discovery/postgres-event-catalog.ts';
import { postgresVocabulary } from './discovery/search/postgres-vocabulary.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { KnownPositions } from './replicas/read-your-writes.ts';
import { postgresRsvpStore } from './rsvp/postgres-rsvp-store.ts';
import { postgresAttendeeStore } from './stores/postgres-attendee-store.ts';
import { postgresBlockStore } from './stores/postgres-block-store.ts';
import { postgresCalendarStore } from './stores/postgres-calendar-store.ts';
import { postgresCategoryStore } from './stores/postgres-category-store.ts';
import { postgresCircleStore } from './stores/postgres-circle-store.ts';
import { postgresEventAdminStore, postgresEventStore } from './stores/postgres-event-store.ts';
import { postgresInvitationCatalog } from './stores/postgres-invitation-catalog.ts';
import { postgresInvitationStore } from './stores/postgres-invitation-store.ts';
import { postgresInviteLinkStore } from './stores/postgres-invite-link-store.ts';
import { postgresOwnSessions } from './stores/postgres-own-sessions.ts';
import { postgresQuotas } from './stores/postgres-quotas.ts';
import { postgresSavedStore } from './stores/postgres-saved-store.ts';
import { postgresSessionStore } from './stores/postgres-session-store.ts';
import { postgresSignInNetworks } from './stores/postgres-sign-in-networks.ts';
import { postgresSignInStore } from './stores/postgres-sign-in-store.ts';
import { postgresSuppressionList } from './stores/postgres-suppression-list.ts';
import { postgresUpcomingEvents } from './stores/postgres-upcoming-events.ts';
import { postgresUserStore } from './stores/postgres-user-store.ts';

/** What stores work through. */
export interface Connections {
  /** The pool, or one transaction. */
  readonly db: Database;
  /** Always the pool, for what must commit by itself. */
  readonly pool: Database;
  readonly mailQueue: MailQueue;
  /** Of the phones whose accounts are erased; absent where none is. */
  readonly phoneHashes?: KeyedHashes | undefined;
  /** For statements that wait for rows which others write. */
  readonly bulkhead: Bulkhead;
  /** Learns from session look-ups; only where there are replicas. */
  readonly positions?: KnownPositions | undefined;
}

/** Makes one store each. */
type StoreFactories = {
  readonly [Name in keyof Stores]: (connections: Connections) => Stores[Name];
};

const factories: StoreFactories = {
  quotas: ({ db }) => postgresQuotas(db),
  attendees: ({ db }) => postgresAttendeeStore(db),
  blocks: ({ db }) => postgresBlockStore(db),
  calendars: ({ db }) => postgresCalendarStore(db),
  categories: ({ db }) => postgresCategoryStore(db),
  circles: ({ db }) => postgresCircleStore(db),
  eventAdmins: ({ db }) => postgresEventAdminStore(db),
  eventCatalog: ({ db, pool }) => postgresEventCatalog(db, { keepsPages: db === pool }),
  events: ({ db }) => postgresEventStore(db),
  invitationCatalog: ({ db }) => postgresInvitationCatalog(db),
  invitations: ({ db }) => postgresInvitationStore(db),
  inviteLinks: ({ db }) => postgresInviteLinkStore(db),
  mailOutbox: ({ db, mailQueue }) => mailQueue.outbox(db),
  ownSessions: ({ db }) => postgresOwnSessions(db),
  rsvps: ({ db, bulkhead }) => postgresRsvpStore(db, bulkhead),
  saved: ({ db }) => postgresSavedStore(db),
  sessions: ({ db, positions }) => postgresSessionStore(db, positions),
  signInNetworks: ({ db }) => postgresSignInNetworks(db),
  signIns: ({ pool, phoneHashes }) => postgresSignInStore(pool, phoneHashes),
  suppressions: ({ db }) => postgresSuppressionList(db),
  upcomingEvents: ({ db }) => postgresUpcomingEvents(db),
  users: ({ db }) => postgresUserStore(db),
  vocabulary: ({ db }) => postgresVocabulary(db),
};

const names = Object.keys(factories) as readonly (keyof Stores)[];

/** Every store of the domain, made once: all calls share their batches. */
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
