import type { Stores } from '@event-platform/domain';
import type { Database } from './database.ts';
import type { MailQueue } from './mail-queue.ts';
import { postgresAllowances } from './postgres-allowances.ts';
import { postgresCalendarStore } from './postgres-calendar-store.ts';
import { postgresCategoryStore } from './postgres-category-store.ts';
import { postgresCircleStore } from './postgres-circle-store.ts';
import { postgresEventCatalog } from './postgres-event-catalog.ts';
import { postgresEventAdminStore, postgresEventStore } from './postgres-event-store.ts';
import { postgresInvitationCatalog } from './postgres-invitation-catalog.ts';
import { postgresInvitationStore } from './postgres-invitation-store.ts';
import { postgresInviteLinkStore } from './postgres-invite-link-store.ts';
import { postgresRsvpStore } from './postgres-rsvp-store.ts';
import { postgresSavedStore } from './postgres-saved-store.ts';
import { postgresSessionStore } from './postgres-session-store.ts';
import { postgresSignInStore } from './postgres-sign-in-store.ts';
import { postgresUserStore } from './postgres-user-store.ts';
import { postgresVocabulary } from './postgres-vocabulary.ts';
import type { KnownPositions } from './replicas/own-writes.ts';
import type { Turns } from './turns.ts';

/** What stores work through. */
export interface Connections {
  /** The pool, or one transaction. */
  readonly db: Database;
  /** Always the pool, for what must commit by itself. */
  readonly pool: Database;
  readonly mailQueue: MailQueue;
  /** For statements that wait for rows which others write. */
  readonly turns: Turns;
  /** Learns from session look-ups; only where there are replicas. */
  readonly positions?: KnownPositions | undefined;
}

/** Every store of the domain. */
export const postgresStores = ({ db, pool, mailQueue, turns, positions }: Connections): Stores => ({
  allowances: postgresAllowances(db),
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
  rsvps: postgresRsvpStore(db, turns),
  saved: postgresSavedStore(db),
  sessions: postgresSessionStore(db, positions),
  signIns: postgresSignInStore(pool),
  users: postgresUserStore(db),
  vocabulary: postgresVocabulary(db),
});
