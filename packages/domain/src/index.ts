export * from './attendees/attendee.ts';
export type { ListAttendees } from './attendees/list-attendees.ts';
export type { RemoveAttendee } from './attendees/remove-attendee.ts';
export type { CalendarEntry } from './calendar/calendar-entry.ts';
export { calendarPolicy, type FeedAddress, type Own } from './calendar/calendar-feed.ts';
export * from './circles/circle.ts';
export type { OwnCircle } from './circles/own-circle.ts';
export { createDomain, type Domain } from './create-domain.ts';
export type { Dependencies } from './dependencies.ts';
export type { Category } from './events/category.ts';
export type { ChangeEventAdmin } from './events/change-event-admins.ts';
export type { CreateEvent } from './events/create-event.ts';
export type { DeleteEvent } from './events/delete-event.ts';
export { distanceKm, earthRadiusKm } from './events/distance.ts';
export type * from './events/event.ts';
export { sharedPart, withSharedPart } from './events/event.ts';
export { type DraftChanges, draftDefaults, type EventDraft } from './events/event-draft.ts';
export type * from './events/event-filter.ts';
export { isTimeZone, withTimeZone, type Zoned } from './events/event-time-zone.ts';
export { type ImportedEvent, type ImportOutcome, nameOfSlug } from './events/import-events.ts';
export type { DateBound, ListEvents } from './events/list-events.ts';
export type { ListMyEvents } from './events/list-my-events.ts';
export { sitemapPolicy } from './events/sitemap.ts';
export type { UpdateEvent } from './events/update-event.ts';
export { maySee, type Ties } from './events/visibility.ts';
export { idempotencyPolicy } from './idempotency/idempotency-policy.ts';
export { type KeptAnswersCharge, keptAnswersCharge } from './idempotency/kept-answers-charge.ts';
export type { KeyedRequest } from './idempotency/keyed-request.ts';
export {
  createRunOnce,
  type RunOnce,
  type RunOnceOptions,
  type RunOnceOutcome,
} from './idempotency/run-once.ts';
export type { RsvpAnswerText } from './idempotency/run-rsvp-once.ts';
export * from './ids.ts';
export type { AcceptInvitation, InvitationAccepted } from './invitations/accept-invitation.ts';
export type { DeclineByToken } from './invitations/decline-by-token.ts';
export type { DeliverInvitation } from './invitations/deliver-invitation.ts';
export * from './invitations/invitation.ts';
export type * from './invitations/invitation-views.ts';
export type { Invite, InviteOutcome } from './invitations/invite.ts';
export type { MyInvitation } from './invitations/list-my-invitations.ts';
export type { ManageEvent, ManageInvitation } from './invitations/managed-invitation.ts';
export type { Candidate, Candidates } from './invitations/plan-invitations.ts';
export type { InvitationPreview } from './invitations/preview-invitation.ts';
export type { InvitationRevoked, RevokeInvitation } from './invitations/revoke-invitation.ts';
export { limits } from './limits.ts';
export { type DayStyle, localTime, localTimes } from './local-time/local-times.ts';
export type { Language } from './local-time/locales.ts';
export { zoneOffset } from './local-time/zone-offset.ts';
export type { SuppressedMails } from './mails/admit-mails.ts';
export { mailPolicy } from './mails/mail-policy.ts';
export type { Unsubscribe } from './mails/unsubscribe.ts';
export { offsetOf, type Page, type Paged, type Paging } from './paging.ts';
export type * from './ports/attendee-store.ts';
export type * from './ports/audit-log.ts';
export type * from './ports/block-store.ts';
export type * from './ports/calendar-store.ts';
export type * from './ports/call-windows.ts';
export type * from './ports/category-store.ts';
export type * from './ports/circle-store.ts';
export type * from './ports/clock.ts';
export type * from './ports/event-catalog.ts';
export type * from './ports/event-store.ts';
export type * from './ports/form-receipts.ts';
export type * from './ports/idempotency.ts';
export type * from './ports/invitation-catalog.ts';
export type * from './ports/invitation-store.ts';
export type * from './ports/invite-link-store.ts';
export type * from './ports/keyed-hashes.ts';
export type * from './ports/mail-outbox.ts';
export type * from './ports/mailbox-keys.ts';
export * from './ports/messengers.ts';
export type * from './ports/own-sessions.ts';
export type * from './ports/phone-numbers.ts';
export type * from './ports/proof-of-work.ts';
export type * from './ports/quotas.ts';
export type * from './ports/rsvp-store.ts';
export type * from './ports/saved-store.ts';
export type * from './ports/sealed-keys.ts';
export type * from './ports/session-store.ts';
export type * from './ports/sign-in-codes.ts';
export type * from './ports/sign-in-networks.ts';
export type * from './ports/sign-in-store.ts';
export type * from './ports/snapshot-versions.ts';
export type * from './ports/sources.ts';
export type * from './ports/stores.ts';
export type * from './ports/suppression-list.ts';
export type * from './ports/time-zones.ts';
export type * from './ports/unit-of-work.ts';
export type * from './ports/upcoming-events.ts';
export * from './ports/user-store.ts';
export type * from './ports/vocabulary.ts';
export * from './problem.ts';
export * from './quotas/account-quota.ts';
export type { AnswerRsvp } from './rsvp/answer-rsvp.ts';
export type { RsvpAnswer, RsvpState } from './rsvp/rsvp.ts';
export type { SaveEvent } from './saved/save-event.ts';
export { fold, wordsOf } from './search/fold.ts';
export { type SearchDocument, searchDocument } from './search/search-document.ts';
export { type Term, type TextQuery, textMatches, titleRank } from './search/text-query.ts';
export { deletions, forgivesTypos, typoLetters, withinOneTypo } from './search/typos.ts';
export type { Authenticate, Caller } from './sessions/authenticate.ts';
export type { EndSession } from './sessions/end-session.ts';
export type { OwnSession } from './sessions/list-sessions.ts';
export type { LogOut } from './sessions/log-out.ts';
export type { RefreshedSession, RefreshSession } from './sessions/refresh-session.ts';
export { rememberedExchanges, type Session, sessionLifetimes } from './sessions/session.ts';
export { type DomainSettings, defaultSettings } from './settings.ts';
export type { Challenge, SentSms } from './sign-in/challenge.ts';
export type { CheckCode, SignedIn } from './sign-in/check-code.ts';
export { guessBudgetUse } from './sign-in/guess-budgets.ts';
export { type CallerKind, signInPolicy } from './sign-in/sign-in-policy.ts';
export { emptySignInRecord, type SignInRecord, signInRetention } from './sign-in/sign-in-record.ts';
export { type ShareUse, type SmsShare, smsShareUse } from './sign-in/sms-shares.ts';
export type { SignInStarted, StartSignIn } from './sign-in/start-sign-in.ts';
export { testCode } from './sign-in/test-phones.ts';
export type { BlockUser } from './users/block-user.ts';
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
