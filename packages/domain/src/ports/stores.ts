import type { AttendeeStore } from './attendee-store.ts';
import type { BlockStore } from './block-store.ts';
import type { CalendarStore } from './calendar-store.ts';
import type { CategoryStore } from './category-store.ts';
import type { CircleStore } from './circle-store.ts';
import type { EventCatalog } from './event-catalog.ts';
import type { EventAdminStore, EventStore } from './event-store.ts';
import type { InvitationCatalog } from './invitation-catalog.ts';
import type { InvitationStore } from './invitation-store.ts';
import type { InviteLinkStore } from './invite-link-store.ts';
import type { MailOutbox } from './mail-outbox.ts';
import type { OwnSessions } from './own-sessions.ts';
import type { Quotas } from './quotas.ts';
import type { RsvpStore } from './rsvp-store.ts';
import type { SavedStore } from './saved-store.ts';
import type { SessionStore } from './session-store.ts';
import type { SignInNetworks } from './sign-in-networks.ts';
import type { SignInStore } from './sign-in-store.ts';
import type { SuppressionList } from './suppression-list.ts';
import type { UpcomingEvents } from './upcoming-events.ts';
import type { UserStore } from './user-store.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Every place where the domain keeps things. */
export interface Stores {
  readonly quotas: Quotas;
  readonly attendees: AttendeeStore;
  readonly blocks: BlockStore;
  readonly calendars: CalendarStore;
  readonly categories: CategoryStore;
  readonly circles: CircleStore;
  readonly eventAdmins: EventAdminStore;
  readonly eventCatalog: EventCatalog;
  readonly events: EventStore;
  readonly invitationCatalog: InvitationCatalog;
  readonly invitations: InvitationStore;
  readonly inviteLinks: InviteLinkStore;
  readonly mailOutbox: MailOutbox;
  readonly ownSessions: OwnSessions;
  readonly rsvps: RsvpStore;
  readonly saved: SavedStore;
  readonly sessions: SessionStore;
  readonly signInNetworks: SignInNetworks;
  readonly signIns: SignInStore;
  readonly suppressions: SuppressionList;
  readonly upcomingEvents: UpcomingEvents;
  readonly users: UserStore;
  readonly vocabulary: Vocabulary;
}
