import type { Stores } from '../src/ports/stores.ts';
import { memoryAttendeeStore } from './memory-attendee-store.ts';
import { memoryBlockStore } from './memory-block-store.ts';
import { memoryCalendarStore } from './memory-calendar-store.ts';
import { memoryCategoryStore } from './memory-category-store.ts';
import { memoryCircleStore } from './memory-circle-store.ts';
import { memoryEventCatalog } from './memory-event-catalog.ts';
import { memoryEventAdminStore, memoryEventStore } from './memory-event-store.ts';
import { memoryInvitationCatalog } from './memory-invitation-catalog.ts';
import { memoryInvitationStore } from './memory-invitation-store.ts';
import { memoryInviteLinkStore } from './memory-invite-link-store.ts';
import { memoryMailOutbox } from './memory-mail-outbox.ts';
import { memoryQuotas } from './memory-quotas.ts';
import { memoryRsvpStore } from './memory-rsvp-store.ts';
import { memorySavedStore } from './memory-saved-store.ts';
import { memoryOwnSessions, memorySessionStore } from './memory-session-store.ts';
import { memorySignInNetworks } from './memory-sign-in-networks.ts';
import { memorySignInStore } from './memory-sign-in-store.ts';
import { memorySuppressionList } from './memory-suppression-list.ts';
import { memoryUpcomingEvents } from './memory-upcoming-events.ts';
import { memoryUserStore } from './memory-user-store.ts';
import { memoryVocabulary } from './memory-vocabulary.ts';
import type { Tables } from './tables.ts';

/** Every store over the same tables. Each method works without awaiting, so it is atomic. */
export const memoryStores = (tables: Tables): Stores => ({
  quotas: memoryQuotas(tables),
  attendees: memoryAttendeeStore(tables),
  blocks: memoryBlockStore(tables),
  calendars: memoryCalendarStore(tables),
  categories: memoryCategoryStore(tables),
  circles: memoryCircleStore(tables),
  eventAdmins: memoryEventAdminStore(tables),
  eventCatalog: memoryEventCatalog(tables),
  events: memoryEventStore(tables),
  invitationCatalog: memoryInvitationCatalog(tables),
  invitations: memoryInvitationStore(tables),
  inviteLinks: memoryInviteLinkStore(tables),
  mailOutbox: memoryMailOutbox(tables),
  ownSessions: memoryOwnSessions(tables),
  rsvps: memoryRsvpStore(tables),
  saved: memorySavedStore(tables),
  sessions: memorySessionStore(tables),
  signInNetworks: memorySignInNetworks(tables),
  signIns: memorySignInStore(tables),
  suppressions: memorySuppressionList(tables),
  upcomingEvents: memoryUpcomingEvents(tables),
  users: memoryUserStore(tables),
  vocabulary: memoryVocabulary(tables),
});
