import type { AccountEmails } from './accounts/account-emails.ts';
import type { BlockStore } from './accounts/block-store.ts';
import type { CircleStore } from './accounts/circle-store.ts';
import type { DeviceStore } from './accounts/device-store.ts';
import type { ExportStore } from './accounts/export-store.ts';
import type { OwnSessions } from './accounts/own-sessions.ts';
import type { SessionStore } from './accounts/session-store.ts';
import type { SignInNetworks } from './accounts/sign-in-networks.ts';
import type { SignInStore } from './accounts/sign-in-store.ts';
import type { UserStore } from './accounts/user-store.ts';
import type { CategoryStore } from './events/category-store.ts';
import type { EventCatalog } from './events/event-catalog.ts';
import type { EventAdminStore, EventStore } from './events/event-store.ts';
import type { ImportStore } from './events/import-store.ts';
import type { ManagedCategoryStore } from './events/managed-category-store.ts';
import type { OccurrenceStore, SeriesStore } from './events/series-store.ts';
import type { UpcomingEvents } from './events/upcoming-events.ts';
import type { Vocabulary } from './events/vocabulary.ts';
import type { AttendeeStore } from './guests/attendee-store.ts';
import type { BookingStore } from './guests/booking-store.ts';
import type { BringListStore } from './guests/bring-list-store.ts';
import type { CalendarStore } from './guests/calendar-store.ts';
import type { InvitationCatalog } from './guests/invitation-catalog.ts';
import type { InvitationStore } from './guests/invitation-store.ts';
import type { InviteLinkStore } from './guests/invite-link-store.ts';
import type { QuestionStore } from './guests/question-store.ts';
import type { RsvpStore } from './guests/rsvp-store.ts';
import type { SavedStore } from './guests/saved-store.ts';
import type { ActivityStore } from './messaging/activity-store.ts';
import type { AnnouncementStore } from './messaging/announcement-store.ts';
import type { JobQueue } from './messaging/job-queue.ts';
import type { MailOutbox } from './messaging/mail-outbox.ts';
import type {
  EventTimers,
  NoticeRecipients,
  NoticeSettingsStore,
  NoticeStore,
} from './messaging/notice-store.ts';
import type { Outbox } from './messaging/outbox.ts';
import type { PushStore } from './messaging/push-store.ts';
import type { SuppressionList } from './messaging/suppression-list.ts';
import type { DeliveryStore, WebhookStore } from './messaging/webhook-store.ts';
import type { ModerationStore } from './operators/moderation-store.ts';
import type { ReportStore } from './operators/report-store.ts';
import type { PictureRecords } from './pictures/picture-records.ts';
import type { Quotas } from './requests/quotas.ts';

/** Every place where the domain keeps things. */
export interface Stores {
  readonly pictures: PictureRecords;
  readonly questions: QuestionStore;
  readonly quotas: Quotas;
  readonly accountEmails: AccountEmails;
  readonly announcements: AnnouncementStore;
  readonly attendees: AttendeeStore;
  readonly blocks: BlockStore;
  readonly bookings: BookingStore;
  readonly bringLists: BringListStore;
  readonly calendars: CalendarStore;
  readonly categories: CategoryStore;
  readonly managedCategories: ManagedCategoryStore;
  readonly circles: CircleStore;
  readonly deliveries: DeliveryStore;
  readonly activity: ActivityStore;
  readonly devices: DeviceStore;
  readonly eventAdmins: EventAdminStore;
  readonly eventCatalog: EventCatalog;
  readonly eventTimers: EventTimers;
  readonly events: EventStore;
  readonly exports: ExportStore;
  readonly imports: ImportStore;
  readonly invitationCatalog: InvitationCatalog;
  readonly invitations: InvitationStore;
  readonly inviteLinks: InviteLinkStore;
  readonly jobs: JobQueue;
  readonly mailOutbox: MailOutbox;
  readonly moderation: ModerationStore;
  readonly noticeRecipients: NoticeRecipients;
  readonly notices: NoticeStore;
  readonly noticeSettings: NoticeSettingsStore;
  readonly occurrences: OccurrenceStore;
  readonly outbox: Outbox;
  readonly ownSessions: OwnSessions;
  readonly pushes: PushStore;
  readonly reports: ReportStore;
  readonly rsvps: RsvpStore;
  readonly saved: SavedStore;
  readonly series: SeriesStore;
  readonly sessions: SessionStore;
  readonly signInNetworks: SignInNetworks;
  readonly signIns: SignInStore;
  readonly suppressions: SuppressionList;
  readonly upcomingEvents: UpcomingEvents;
  readonly users: UserStore;
  readonly vocabulary: Vocabulary;
  readonly webhooks: WebhookStore;
}
