import type { Stores } from '@event-platform/domain';
import type { Bulkhead } from './connection/bulkhead.ts';
import type { Database } from './database.ts';
import { postgresEventCatalog } from './discovery/postgres-event-catalog.ts';
import { postgresVocabulary } from './discovery/search/postgres-vocabulary.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { KnownPositions } from './replicas/read-your-writes.ts';
import { postgresRsvpStore } from './rsvp/postgres-rsvp-store.ts';
import { postgresCalendarStore } from './stores/postgres-calendar-store.ts';
import { postgresCategoryStore } from './stores/postgres-category-store.ts';
import { postgresCircleStore } from './stores/postgres-circle-store.ts';
import { postgresEventAdminStore, postgresEventStore } from './stores/postgres-event-store.ts';
import { postgresInvitationCatalog } from './stores/postgres-invitation-catalog.ts';
import { postgresInvitationStore } from './stores/postgres-invitation-store.ts';
import { postgresInviteLinkStore } from './stores/postgres-invite-link-store.ts';
import { postgresQuotas } from './stores/postgres-quotas.ts';
import { postgresSavedStore } from './stores/postgres-saved-store.ts';
import { postgresSessionStore } from './stores/postgres-session-store.ts';
import { postgresSignInStore } from './stores/postgres-sign-in-store.ts';
import { postgresUserStore } from './stores/postgres-user-store.ts';

/** What stores work through. */
export interface Connections {
  /** The pool, or one transaction. */
  readonly db: Database;
  /** Always the pool, for what must commit by itself. */
  readonly pool: Database;
  readonly mailQueue: MailQueue;
  /** For statements that wait for rows which others write. */
  readonly bulkhead: Bulkhead;
  /** Learns from session look-ups; only where there are replicas. */
  readonly positions?: KnownPositions | undefined;
}

/** Every store of the domain. */
export const postgresStores = ({ db, pool, mailQueue, bulkhead, positions }: Connections): Stores => ({
  quotas: postgresQuotas(db),
  calendars: postgresCalendarStore(db),
  categories: postgresCategoryStore(db),
  circles: postgresCircleStore(db),
  eventAdmins: postgresEventAdminStore(db),
  eventCatalog: postgresEventCatalog(db),
  events: postgresEventStore(db),
  invitationCatalog: postgresInvitationCatalog(db),
  invitations: postgresInvitationStore(db),
  inviteLinks: postgresInviteLinkStore(db),
  mailOutbox: mailQueue.outbox(db),
  rsvps: postgresRsvpStore(db, bulkhead),
  saved: postgresSavedStore(db),
  sessions: postgresSessionStore(db, positions),
  signIns: postgresSignInStore(pool),
  users: postgresUserStore(db),
  vocabulary: postgresVocabulary(db),
});
