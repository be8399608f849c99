import type { Stores } from '../src/ports/stores.ts';
import { memoryAccountEmails } from './account-email/memory-account-emails.ts';
import { memoryActivityStore } from './activity/memory-activity-store.ts';
import { memoryAnnouncementStore } from './announcements/memory-announcement-store.ts';
import { memoryAttendeeStore } from './attendees/memory-attendee-store.ts';
import { memoryBookingStore } from './bookings/memory-booking-store.ts';
import { memoryBringListStore } from './bring-list/memory-bring-list-store.ts';
import { memoryCalendarStore } from './calendar/memory-calendar-store.ts';
import { memoryCircleStore } from './circles/memory-circle-store.ts';
import { memoryDeviceStore } from './devices/memory-device-store.ts';
import { memoryCategoryStore, memoryManagedCategoryStore } from './events/memory-category-store.ts';
import { memoryEventCatalog } from './events/memory-event-catalog.ts';
import { memoryEventAdminStore, memoryEventStore } from './events/memory-event-store.ts';
import { memoryListings } from './events/memory-listings.ts';
import { memoryUpcomingEvents } from './events/memory-upcoming-events.ts';
import { memoryVocabulary } from './events/memory-vocabulary.ts';
import { memoryExportStore } from './export/memory-export-store.ts';
import { memoryImportStore } from './imports/memory-import-store.ts';
import { memoryInvitationCatalog } from './invitations/memory-invitation-catalog.ts';
import { memoryInvitationStore } from './invitations/memory-invitation-store.ts';
import { memoryInviteLinkStore } from './invitations/memory-invite-link-store.ts';
import { memoryMailOutbox } from './mails/memory-mail-outbox.ts';
import { memorySuppressionList } from './mails/memory-suppression-list.ts';
import { memoryModerationStore } from './moderation/memory-moderation-store.ts';
import {
  memoryEventTimers,
  memoryNoticeRecipients,
  memoryNoticeSettings,
  memoryNoticeStore,
} from './notices/memory-notice-store.ts';
import { memoryJobQueue, memoryOutbox } from './outbox/memory-outbox.ts';
import { memoryPictureRecords } from './pictures/memory-picture-records.ts';
import { memoryPushStore } from './pushes/memory-push-store.ts';
import { memoryQuestionStore } from './questions/memory-question-store.ts';
import { memoryQuotas } from './quotas/memory-quotas.ts';
import { memoryReportStore } from './reports/memory-report-store.ts';
import { memoryRsvpStore } from './rsvp/memory-rsvp-store.ts';
import { memorySavedStore } from './saved/memory-saved-store.ts';
import { memoryOccurrenceStore } from './series/memory-occurrence-store.ts';
import { memorySeriesStore } from './series/memory-series-store.ts';
import { memoryOwnSessions, memorySessionStore } from './sessions/memory-session-store.ts';
import { memorySignInNetworks } from './sign-in/memory-sign-in-networks.ts';
import { memorySignInStore } from './sign-in/memory-sign-in-store.ts';
import type { Tables } from './tables.ts';
import { memoryBlockStore } from './users/memory-block-store.ts';
import { memoryUserStore } from './users/memory-user-store.ts';
import { memoryDeliveryStore, memoryWebhookStore } from './webhooks/memory-webhook-store.ts';

/**
 * Every store over the same tables. Each method works without awaiting, so it is atomic.
 * @param listings what lists of the same events are found with
 */
export const memoryStores = (tables: Tables, listings = memoryListings(tables)): Stores => ({
  quotas: memoryQuotas(tables),
  accountEmails: memoryAccountEmails(tables),
  announcements: memoryAnnouncementStore(tables),
  attendees: memoryAttendeeStore(tables),
  blocks: memoryBlockStore(tables),
  bookings: memoryBookingStore(tables),
  bringLists: memoryBringListStore(tables),
  calendars: memoryCalendarStore(tables),
  categories: memoryCategoryStore(tables),
  managedCategories: memoryManagedCategoryStore(tables),
  circles: memoryCircleStore(tables),
  deliveries: memoryDeliveryStore(tables),
  activity: memoryActivityStore(tables),
  devices: memoryDeviceStore(tables),
  eventAdmins: memoryEventAdminStore(tables),
  eventCatalog: memoryEventCatalog(tables, listings),
  eventTimers: memoryEventTimers(tables),
  events: memoryEventStore(tables),
  exports: memoryExportStore(tables),
  imports: memoryImportStore(tables),
  invitationCatalog: memoryInvitationCatalog(tables),
  invitations: memoryInvitationStore(tables),
  inviteLinks: memoryInviteLinkStore(tables),
  jobs: memoryJobQueue(tables),
  mailOutbox: memoryMailOutbox(tables),
  moderation: memoryModerationStore(tables),
  noticeRecipients: memoryNoticeRecipients(tables),
  notices: memoryNoticeStore(tables),
  noticeSettings: memoryNoticeSettings(tables),
  occurrences: memoryOccurrenceStore(tables),
  outbox: memoryOutbox(tables),
  ownSessions: memoryOwnSessions(tables),
  pictures: memoryPictureRecords(tables),
  pushes: memoryPushStore(tables),
  questions: memoryQuestionStore(tables),
  reports: memoryReportStore(tables),
  rsvps: memoryRsvpStore(tables),
  saved: memorySavedStore(tables),
  series: memorySeriesStore(tables),
  sessions: memorySessionStore(tables),
  signInNetworks: memorySignInNetworks(tables),
  signIns: memorySignInStore(tables),
  suppressions: memorySuppressionList(tables),
  upcomingEvents: memoryUpcomingEvents(tables),
  users: memoryUserStore(tables),
  vocabulary: memoryVocabulary(listings),
  webhooks: memoryWebhookStore(tables),
});
