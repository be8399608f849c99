export type { AccessTarget, RefusedAccess } from './access/note-refusal.ts';
export type { AskEmailProof, AskedEmailProof } from './account-email/ask-email-proof.ts';
export type { EmailProof } from './account-email/email-proof.ts';
export type { CheckEmailCode, EmailLink } from './account-email/prove-email.ts';
export {
  type ActivityEntry,
  type ActivityKind,
  activityPolicy,
  type CountedActivity,
} from './activity/activity.ts';
export { type Announce, announcementFaults } from './announcements/announce.ts';
export * from './announcements/announcement.ts';
export type { Audience } from './announcements/count-audience.ts';
export * from './attendees/attendee.ts';
export type { AttendeeExport, ExportAttendees } from './attendees/export-attendees.ts';
export type { ListAttendees } from './attendees/list-attendees.ts';
export type { RemoveAttendee } from './attendees/remove-attendee.ts';
export type { BookSeats } from './bookings/book-seats.ts';
export type { CancelBooking } from './bookings/cancel-booking.ts';
export type { CheckIn, CheckInGuest } from './bookings/check-in.ts';
export type { ConfirmBooking } from './bookings/confirm-booking.ts';
export type { BookedEvent, ListBookings, ListMyBookings } from './bookings/list-bookings.ts';
export * from './bookings/next-seats.ts';
export * from './bookings/seats.ts';
export * from './bring-list/bring-item.ts';
export type { ClaimBringItem, ReleaseBringItem } from './bring-list/claim-bring-item.ts';
export type { AddBringItem, ChangeBringItem, RemoveBringItem } from './bring-list/edit-bring-items.ts';
export type { ListBringItems } from './bring-list/list-bring-items.ts';
export type { CalendarEntry } from './calendar/calendar-entry.ts';
export {
  calendarPolicy,
  type FeedAddress,
  type FeedCaller as Own,
  type FeedOwner,
} from './calendar/calendar-feed.ts';
export type { ChangeCategory, MergeCategory } from './categories/manage-categories.ts';
export * from './circles/circle.ts';
export type { OwnCircle } from './circles/own-circle.ts';
export { createDomain, type Domain } from './create-domain.ts';
export * from './credentials/credentials.ts';
export type { Dependencies } from './dependencies.ts';
export * from './devices/device.ts';
export type { RegisterDevice } from './devices/manage-devices.ts';
export * from './devices/platform.ts';
export * from './event-pages/event-page.ts';
export * from './events/attendance.ts';
export type * from './events/booking.ts';
export type { Category, ManagedCategory } from './events/category.ts';
export { distanceKm, earthRadiusKm } from './events/distance.ts';
export type { ChangeEventAdmin } from './events/edit/change-event-admins.ts';
export type { CreateEvent } from './events/edit/create-event.ts';
export type { DeleteEvent } from './events/edit/delete-event.ts';
export { type AskedChanges, changedDraft, type DraftChanges } from './events/edit/event-draft.ts';
export type * from './events/edit/event-to-write.ts';
export type { UpdateEvent } from './events/edit/update-event.ts';
export type * from './events/event.ts';
export { myEventsRoles } from './events/event.ts';
export * from './events/event-fields.ts';
export { isTimeZone, spelledZone } from './events/event-time-zone.ts';
export { isTag } from './events/field-checks.ts';
export type { ManagedEvent } from './events/get-managed-event.ts';
export type { ListEventAdmins } from './events/list-event-admins.ts';
export type * from './events/lists/event-filter.ts';
export type { DateBound, ListEvents } from './events/lists/list-events.ts';
export type { ListMyEvents } from './events/lists/list-my-events.ts';
export type * from './events/lists/list-position.ts';
export { tagPolicy } from './events/lists/list-tags.ts';
export type { ListedPage, ReadPage } from './events/lists/listed-page.ts';
export { sitemapPolicy } from './events/lists/sitemap.ts';
export type * from './events/notice-event.ts';
export * from './events/question.ts';
export type { RsvpResult, RsvpState } from './events/rsvp.ts';
export * from './events/rsvp-deadline.ts';
export type * from './events/tag.ts';
export * from './events/visibility.ts';
export type { ExportAccount } from './export/export-account.ts';
export {
  type ExportBatch,
  type ExportSection,
  exportSections,
  rowsPerRead,
} from './export/export-sections.ts';
export { idempotencyPolicy } from './idempotency/idempotency-policy.ts';
export {
  createRunOnce,
  type RunOnce,
  type RunOnceOutcome,
} from './idempotency/run-once.ts';
export { storedResponsesCharge } from './idempotency/stored-responses-charge.ts';
export * from './ids.ts';
export { nameOfSlug } from './imports/import-categories.ts';
export type { ImportEvents, ImportOutcome } from './imports/import-events.ts';
export { type ImportedEvent, type ImportedSeries, importFaults } from './imports/imported-event.ts';
export type { PruneImports, PruneOutcome } from './imports/prune-imports.ts';
export type { AcceptInvitation, InvitationAccepted } from './invitations/accept-invitation.ts';
export type { DeclineByToken } from './invitations/decline-by-token.ts';
export type { DeliverInvitation } from './invitations/deliver-invitation.ts';
export type { InviteLinkOf } from './invitations/find-invite-link.ts';
export * from './invitations/invitation.ts';
export type * from './invitations/invitation-views.ts';
export type { Invite, InviteOutcome } from './invitations/invite.ts';
export type { ManageEvent, ManageInvitation } from './invitations/managed-invitation.ts';
export type { Candidate, Candidates, InvitedAddress } from './invitations/plan-invitations.ts';
export type { InvitationPreview } from './invitations/preview-invitation.ts';
export type { InvitationRevoked, RevokeInvitation } from './invitations/revoke-invitation.ts';
export type { InvitationView } from './invitations/view-invitation.ts';
export { type Language, languageFor, languages, locales } from './languages/language.ts';
export { limits } from './limits.ts';
export type * from './listings/listing.ts';
export { isListed, listingOf } from './listings/listing.ts';
export { type ListingChange, mayChangeList } from './listings/listing-change.ts';
export { type ListingIndex, newListingIndex } from './listings/listing-index.ts';
export {
  daysAfter,
  instantOn,
  isLocalDate,
  type LocalDate,
  localDateOf,
  timeOfDayOf,
} from './local-time/local-instant.ts';
export { type EventTimes, localTime, localTimes, startText } from './local-time/local-times.ts';
export { type Readings, readingsOf } from './local-time/readings.ts';
export type { DayStyle } from './local-time/wall-time.ts';
export { areWholeDays, datesOf, daysIn, endOfDays } from './local-time/whole-days.ts';
export { zoneOffset } from './local-time/zone-offset.ts';
export type { SuppressedMails } from './mails/admit-mails.ts';
export { emailProofPolicy } from './mails/email-proof-policy.ts';
export { mailPolicy } from './mails/mail-policy.ts';
export type { Unsubscribe } from './mails/unsubscribe.ts';
export type { Metadata, MetadataChanges } from './metadata.ts';
export type { Act } from './moderation/act.ts';
export { operatorSession } from './moderation/admit-operator.ts';
export type { ChangeOperator, OperatorChanged } from './moderation/change-operator.ts';
export type { LookUpUser, UserDossier } from './moderation/look-up-user.ts';
export type { ModeratedUser, SuspendUser } from './moderation/suspend-user.ts';
export type { ModeratedEvent, TakeDownEvent } from './moderation/take-down-event.ts';
export type { OfUser } from './notices/inbox.ts';
export * from './notices/notice.ts';
export { type NoticeText, noticeExplanation, noticeText } from './notices/notice-texts.ts';
export { oneLine } from './notices/one-line.ts';
export { withoutLinks, withoutPhones } from './notices/without-links.ts';
export type { OperatorContact } from './operator-contact.ts';
export type * from './origin.ts';
export * from './outbox/change.ts';
export * from './outbox/job.ts';
export { performJob } from './outbox/perform-job.ts';
export type { PictureScope } from './outbox/picture-scope.ts';
export { offsetOf, type Page, type Paged, type Paging } from './paging.ts';
export type { PreparePicture } from './pictures/add-picture.ts';
export type { PicturesChecked } from './pictures/check-pictures.ts';
export { noPictures } from './pictures/no-pictures.ts';
export type { DeletePicture } from './pictures/own-pictures.ts';
export * from './pictures/picture.ts';
export { asidePlace } from './pictures/picture-files.ts';
export type * from './ports/accounts/account-emails.ts';
export type * from './ports/accounts/block-store.ts';
export type * from './ports/accounts/circle-store.ts';
export type * from './ports/accounts/device-store.ts';
export type * from './ports/accounts/export-store.ts';
export type * from './ports/accounts/own-sessions.ts';
export type * from './ports/accounts/session-store.ts';
export type * from './ports/accounts/sign-in-networks.ts';
export type * from './ports/accounts/sign-in-store.ts';
export type * from './ports/accounts/user-store.ts';
export type * from './ports/events/category-store.ts';
export type * from './ports/events/event-catalog.ts';
export type * from './ports/events/event-store.ts';
export type * from './ports/events/import-store.ts';
export type * from './ports/events/managed-category-store.ts';
export type * from './ports/events/series-store.ts';
export type * from './ports/events/upcoming-events.ts';
export type * from './ports/events/vocabulary.ts';
export type * from './ports/guests/attendee-store.ts';
export type * from './ports/guests/booking-store.ts';
export type * from './ports/guests/bring-list-store.ts';
export type * from './ports/guests/calendar-store.ts';
export type * from './ports/guests/invitation-catalog.ts';
export type * from './ports/guests/invitation-store.ts';
export type * from './ports/guests/invite-link-store.ts';
export type * from './ports/guests/question-store.ts';
export type * from './ports/guests/rsvp-store.ts';
export type * from './ports/guests/saved-store.ts';
export type * from './ports/messaging/activity-store.ts';
export type * from './ports/messaging/announcement-store.ts';
export type * from './ports/messaging/job-queue.ts';
export type * from './ports/messaging/mail-outbox.ts';
export type * from './ports/messaging/messengers.ts';
export type * from './ports/messaging/notice-mailer.ts';
export type * from './ports/messaging/notice-store.ts';
export type * from './ports/messaging/outbox.ts';
export type * from './ports/messaging/push-sender.ts';
export type * from './ports/messaging/push-store.ts';
export type * from './ports/messaging/suppression-list.ts';
export type * from './ports/messaging/webhook-sender.ts';
export type * from './ports/messaging/webhook-store.ts';
export type * from './ports/operators/audit-log.ts';
export type * from './ports/operators/moderation-store.ts';
export type * from './ports/operators/report-store.ts';
export type * from './ports/pictures/picture-decoder.ts';
export type * from './ports/pictures/picture-records.ts';
export type * from './ports/pictures/picture-store.ts';
export type * from './ports/requests/form-receipts.ts';
export type * from './ports/requests/idempotency.ts';
export type * from './ports/requests/keyed-request.ts';
export type * from './ports/requests/quotas.ts';
export type * from './ports/sources/clock.ts';
export type * from './ports/sources/keyed-hashes.ts';
export type * from './ports/sources/mailbox-keys.ts';
export type * from './ports/sources/phone-numbers.ts';
export type * from './ports/sources/proof-of-work.ts';
export type * from './ports/sources/sealed-keys.ts';
export type * from './ports/sources/sign-in-codes.ts';
export type * from './ports/sources/sources.ts';
export type * from './ports/sources/time-zones.ts';
export type * from './ports/stores.ts';
export type * from './ports/unit-of-work.ts';
export * from './problem.ts';
export * from './pushes/push.ts';
export type { AnswerQuestions, ReadMyAnswers } from './questions/my-answers.ts';
export * from './quotas/account-policy.ts';
export * from './quotas/account-quota.ts';
export * from './quotas/charge.ts';
export type { CloseReports, ReportsClosed } from './reports/close-reports.ts';
export type { FileReport, ReportInvitation } from './reports/file-report.ts';
export type { ListReports } from './reports/list-reports.ts';
export * from './reports/report.ts';
export type { AnswerRsvp } from './rsvp/answer-rsvp.ts';
export type { SaveEvent } from './saved/save-event.ts';
export { fold, wordsOf } from './search/fold.ts';
export { type SearchDocument, searchDocument } from './search/search-document.ts';
export { type Term, type TextQuery, textMatches, titleRank } from './search/text-query.ts';
export { forgivesTypos, isOneTypoAway, typoLetters } from './search/typos.ts';
export type { AnswerSeries } from './series/answer-series.ts';
export type { ChangeSeries } from './series/change-series.ts';
export type { CreateSeries } from './series/create-series.ts';
export type { GetSeries } from './series/get-series.ts';
export * from './series/recurrence-rule.ts';
export { ruleDays } from './series/rule-days.ts';
export * from './series/series.ts';
export type { AskedSeriesChanges, SeriesChanges } from './series/series-changes.ts';
export type { Authenticate, Caller } from './sessions/authenticate.ts';
export type { EndSession } from './sessions/end-session.ts';
export type { OwnSession } from './sessions/list-sessions.ts';
export type { LogOut } from './sessions/log-out.ts';
export type { ReadReceipt } from './sessions/read-receipt.ts';
export type { ReadSession } from './sessions/read-session.ts';
export type { RefreshedSession, RefreshSession } from './sessions/refresh-session.ts';
export { rememberedExchanges, type Session, sessionLifetimes } from './sessions/session.ts';
export { type DomainSettings, defaultSettings } from './settings.ts';
export type { Challenge, Redemption, SentSms } from './sign-in/challenge.ts';
export type { CheckCode, SignedIn } from './sign-in/check-code.ts';
export { CodeTimeout } from './sign-in/code-timeout.ts';
export { guessBudgetUse } from './sign-in/guesses/guess-budgets.ts';
export type { PhoneCountry, PhoneNumber } from './sign-in/phones/phone-number.ts';
export type { PhoneFault, ReadPhone } from './sign-in/phones/reachable-phone.ts';
export { testCode } from './sign-in/phones/test-phones.ts';
export { type CallerKind, signInPolicy } from './sign-in/sign-in-policy.ts';
export { emptySignInRecord, type SignInRecord, signInRetention } from './sign-in/sign-in-record.ts';
export { type ShareUse, type SmsShare, smsShareUse } from './sign-in/sms/sms-shares.ts';
export type { SignInStarted, StartSignIn } from './sign-in/start-sign-in.ts';
export { isCode, isEmailCode, typedPhone } from './sign-in/typed-digits.ts';
export { urlFaults } from './urls.ts';
export type { BlockUser } from './users/block-user.ts';
export { erasurePolicy } from './users/erasure-policy.ts';
export { type SignedUp, type SignUp, signUp } from './users/sign-up.ts';
export type { UpdateProfile } from './users/update-profile.ts';
export {
  generatedUsername,
  newUser,
  type ProfileChanges,
  type PublicUser,
  type Role,
  type User,
} from './users/user.ts';
export { UsernameTaken } from './users/username-taken.ts';
export type { ChangeWebhook, CreateWebhook, OwnWebhook, WebhookSecret } from './webhooks/manage-webhooks.ts';
export * from './webhooks/webhook.ts';
export { isOfWrongArguments } from './wrong-arguments.ts';
