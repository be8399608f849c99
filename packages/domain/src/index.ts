export type { CalendarEntry } from './calendar/calendar-entry.ts';
export * from './circles/circle.ts';
export { createDomain, type Domain } from './create-domain.ts';
export type { Category } from './events/category.ts';
export { distanceKm, earthRadiusKm } from './events/distance.ts';
export type * from './events/event.ts';
export { type DraftChanges, draftDefaults, type EventDraft } from './events/event-draft.ts';
export type * from './events/event-filter.ts';
export { type ImportedEvent, type ImportOutcome, nameOfSlug } from './events/import-events.ts';
export type { DateBound, ListEvents } from './events/list-events.ts';
export { maySee, type Ties } from './events/visibility.ts';
export * from './ids.ts';
export type { InvitationAccepted } from './invitations/accept-invitation.ts';
export type { DeliverInvitation } from './invitations/deliver-invitation.ts';
export * from './invitations/invitation.ts';
export type * from './invitations/invitation-views.ts';
export type { InviteOutcome } from './invitations/invite.ts';
export type { Candidate, Candidates } from './invitations/plan-invitations.ts';
export type { InvitationPreview } from './invitations/preview-invitation.ts';
export { limits } from './limits.ts';
export type { Needs } from './needs.ts';
export { offsetOf, type Page, type Paged } from './paging.ts';
export type * from './ports/allowances.ts';
export type * from './ports/calendar-store.ts';
export type * from './ports/call-windows.ts';
export type * from './ports/category-store.ts';
export type * from './ports/change-marks.ts';
export type * from './ports/circle-store.ts';
export type * from './ports/clock.ts';
export type * from './ports/event-catalog.ts';
export type * from './ports/event-store.ts';
export type * from './ports/invitation-catalog.ts';
export type * from './ports/invitation-store.ts';
export type * from './ports/invite-link-store.ts';
export type * from './ports/mail-outbox.ts';
export type * from './ports/messengers.ts';
export type * from './ports/phone-numbers.ts';
export type * from './ports/rsvp-store.ts';
export type * from './ports/saved-store.ts';
export type * from './ports/session-store.ts';
export type * from './ports/sign-in-codes.ts';
export type * from './ports/sign-in-store.ts';
export type * from './ports/sources.ts';
export type * from './ports/stores.ts';
export type * from './ports/unit-of-work.ts';
export * from './ports/user-store.ts';
export type * from './ports/vocabulary.ts';
export * from './problem.ts';
export { countsMove, type RsvpAnswer, type RsvpState, rsvpStates } from './rsvp/rsvp.ts';
export { fold, wordsOf } from './search/fold.ts';
export { type SearchDocument, searchDocument } from './search/search-document.ts';
export { type Term, type TextQuery, textMatches, titleRank } from './search/text-query.ts';
export { deletions, withinOneTypo } from './search/typos.ts';
export type { Caller } from './sessions/authenticate.ts';
export { type Session, sessionLifetimes } from './sessions/session.ts';
export { type DomainSettings, defaultSettings } from './settings.ts';
export type { SignedIn } from './sign-in/check-code.ts';
export { signInPolicy } from './sign-in/sign-in-policy.ts';
export * from './sign-in/sign-in-record.ts';
export type { SignInStarted } from './sign-in/start-sign-in.ts';
export { testCode } from './sign-in/test-phones.ts';
export {
  generatedUsername,
  newUser,
  type ProfileChanges,
  type PublicUser,
  type Role,
  type User,
} from './users/user.ts';
