import { accountEmailsContract } from './account-email/account-emails-contract.ts';
import { activityStoreContract } from './activity/activity-store-contract.ts';
import { attendeeListContract } from './attendees/attendee-list-contract.ts';
import { attendeeRemovalContract } from './attendees/attendee-removal-contract.ts';
import { attendeeReturnContract } from './attendees/attendee-return-contract.ts';
import { bookingQueueContract } from './bookings/booking-queue-contract.ts';
import { bookingStoreContract } from './bookings/booking-store-contract.ts';
import { bringListContract } from './bring-list/bring-list-contract.ts';
import { calendarStoreContract } from './calendar/calendar-store-contract.ts';
import { circleMembersContract } from './circles/circle-members-contract.ts';
import { circleStoreContract } from './circles/circle-store-contract.ts';
import { deviceStoreContract } from './devices/device-store-contract.ts';
import { eventPageContract } from './event-pages/event-page-contract.ts';
import { categoryStoreContract } from './events/category-store-contract.ts';
import { eventAreaContract } from './events/event-area-contract.ts';
import { eventAttendanceContract } from './events/event-attendance-contract.ts';
import { eventCatalogContract } from './events/event-catalog-contract.ts';
import { eventListsContract } from './events/event-lists-contract.ts';
import { eventRemovalContract } from './events/event-removal-contract.ts';
import { eventSearchContract } from './events/event-search-contract.ts';
import { eventStoreContract } from './events/event-store-contract.ts';
import { eventTimesContract } from './events/event-times-contract.ts';
import { eventVisibilityContract } from './events/event-visibility-contract.ts';
import { managedCategoryStoreContract } from './events/managed-category-store-contract.ts';
import { ownEventsContract } from './events/own-events-contract.ts';
import { upcomingEventsContract } from './events/upcoming-events-contract.ts';
import { vocabularyContract } from './events/vocabulary-contract.ts';
import { formReceiptsContract } from './idempotency/form-receipts-contract.ts';
import { idempotencyContract } from './idempotency/idempotency-contract.ts';
import { keyedWorkContract } from './idempotency/keyed-work-contract.ts';
import { importStoreContract } from './imports/import-store-contract.ts';
import { invitationCandidatesContract } from './invitations/invitation-candidates-contract.ts';
import { invitationCatalogContract } from './invitations/invitation-catalog-contract.ts';
import { invitationMovesContract } from './invitations/invitation-moves-contract.ts';
import { invitationRenewalContract } from './invitations/invitation-renewal-contract.ts';
import { invitationResendContract } from './invitations/invitation-resend-contract.ts';
import { invitationStoreContract } from './invitations/invitation-store-contract.ts';
import { invitationTokensContract } from './invitations/invitation-tokens-contract.ts';
import { inviteLinkContract } from './invitations/invite-link-contract.ts';
import { mailBudgetsContract } from './mails/mail-budgets-contract.ts';
import { mailOutboxContract } from './mails/mail-outbox-contract.ts';
import { suppressionListContract } from './mails/suppression-list-contract.ts';
import { moderationContract } from './moderation/moderation-contract.ts';
import { noticeStoreContract } from './notices/notice-store-contract.ts';
import { outboxContract } from './outbox/outbox-contract.ts';
import { pictureRecordsContract } from './pictures/picture-records-contract.ts';
import { pushStoreContract } from './pushes/push-store-contract.ts';
import { questionStoreContract } from './questions/question-store-contract.ts';
import { accountQuotasContract } from './quotas/account-quotas-contract.ts';
import { quotasContract } from './quotas/quotas-contract.ts';
import { slidingWindowsContract } from './quotas/sliding-windows-contract.ts';
import { reportStoreContract } from './reports/report-store-contract.ts';
import { rsvpDeadlineContract } from './rsvp/rsvp-deadline-contract.ts';
import { rsvpStoreContract } from './rsvp/rsvp-store-contract.ts';
import { savedStoreContract } from './saved/saved-store-contract.ts';
import { seriesStoreContract } from './series/series-store-contract.ts';
import { ownSessionsContract } from './sessions/own-sessions-contract.ts';
import { sessionExchangesContract } from './sessions/session-exchanges-contract.ts';
import { sessionStoreContract } from './sessions/session-store-contract.ts';
import { signInNetworksContract } from './sign-in/sign-in-networks-contract.ts';
import { signInStoreContract } from './sign-in/sign-in-store-contract.ts';
import { unitOfWorkContract } from './unit-of-work-contract.ts';
import { accountErasureContract } from './users/account-erasure-contract.ts';
import { blockStoreContract } from './users/block-store-contract.ts';
import { userStoreContract } from './users/user-store-contract.ts';
import { deliveryStoreContract } from './webhooks/delivery-store-contract.ts';

export * as fixtures from './fixtures.ts';
export {
  type Adapters,
  concurrently,
  type Needs,
  type Open,
  rolledBack,
  type TestScope,
  type UnitOfWorkOf,
  withAdapters,
} from './harness.ts';
export { pictureStoreContract } from './pictures/picture-store-contract.ts';
export { nodeTestScope, vitestScope } from './test-scopes.ts';

/** What any set of adapters must pass, by the port or the part of one that it speaks of. */
export const contracts = {
  bookings: bookingStoreContract,
  bookingQueue: bookingQueueContract,
  bringLists: bringListContract,
  accountEmails: accountEmailsContract,
  activity: activityStoreContract,
  accountErasure: accountErasureContract,
  attendeeList: attendeeListContract,
  attendeeRemoval: attendeeRemovalContract,
  attendeeReturn: attendeeReturnContract,
  pictureRecords: pictureRecordsContract,
  questions: questionStoreContract,
  quotas: quotasContract,
  accountQuotas: accountQuotasContract,
  blocks: blockStoreContract,
  calendars: calendarStoreContract,
  categories: categoryStoreContract,
  managedCategories: managedCategoryStoreContract,
  circleMembers: circleMembersContract,
  circles: circleStoreContract,
  deliveries: deliveryStoreContract,
  devices: deviceStoreContract,
  eventArea: eventAreaContract,
  eventAttendance: eventAttendanceContract,
  eventCatalog: eventCatalogContract,
  eventLists: eventListsContract,
  eventPages: eventPageContract,
  eventRemoval: eventRemovalContract,
  eventSearch: eventSearchContract,
  eventTimes: eventTimesContract,
  eventVisibility: eventVisibilityContract,
  events: eventStoreContract,
  formReceipts: formReceiptsContract,
  idempotency: idempotencyContract,
  imports: importStoreContract,
  invitationCandidates: invitationCandidatesContract,
  invitationCatalog: invitationCatalogContract,
  invitationMoves: invitationMovesContract,
  invitationRenewal: invitationRenewalContract,
  invitationResends: invitationResendContract,
  invitationTokens: invitationTokensContract,
  invitations: invitationStoreContract,
  inviteLinks: inviteLinkContract,
  keyedWork: keyedWorkContract,
  mailBudgets: mailBudgetsContract,
  mailOutbox: mailOutboxContract,
  moderation: moderationContract,
  notices: noticeStoreContract,
  outbox: outboxContract,
  ownEvents: ownEventsContract,
  ownSessions: ownSessionsContract,
  pushes: pushStoreContract,
  reports: reportStoreContract,
  rsvpDeadline: rsvpDeadlineContract,
  rsvps: rsvpStoreContract,
  saved: savedStoreContract,
  series: seriesStoreContract,
  sessionExchanges: sessionExchangesContract,
  sessions: sessionStoreContract,
  signInNetworks: signInNetworksContract,
  signIns: signInStoreContract,
  slidingWindows: slidingWindowsContract,
  suppressions: suppressionListContract,
  unitOfWork: unitOfWorkContract,
  upcomingEvents: upcomingEventsContract,
  users: userStoreContract,
  vocabulary: vocabularyContract,
} as const;
export * as seriesFixtures from './series/series-fixtures.ts';
