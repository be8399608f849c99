import type { WireCode } from '../problem-codes.ts';

export interface ProblemText {
  readonly title: string;
  readonly meaning: string;
}

/** The title of each problem and its meaning for the client; the `detail` of a problem that has none of its own. */
export const problemTexts: Readonly<Record<WireCode, ProblemText>> = {
  invalid_request: {
    title: 'Invalid request',
    meaning: 'The request is malformed or breaks a rule of this endpoint; `errors` lists each fault.',
  },
  unauthenticated: {
    title: 'Not signed in',
    meaning: 'The access token is missing, invalid or expired, or its session has ended.',
  },
  code_invalid: {
    title: 'Code not accepted',
    meaning: 'The code is wrong or no longer valid. Request a new code and try again.',
  },
  refresh_token_invalid: {
    title: 'Refresh token not accepted',
    meaning:
      'The refresh token is unknown or expired, was already exchanged, or its session has ended. Sign in again.',
  },
  forbidden: {
    title: 'Not allowed',
    meaning: 'The caller can see the event but is not allowed to do this.',
  },
  fresh_sign_in_required: {
    title: 'Fresh sign-in required',
    meaning:
      'This needs a session that began by a code a short while ago: within 10 minutes, for operators within 12 hours. Sign in again, then repeat it.',
  },
  invitation_not_yours: {
    title: 'Invitation for another user',
    meaning: 'This invitation is addressed to another user, who can still accept it.',
  },
  removed_by_organizer: {
    title: 'Removed by the organizer',
    meaning: 'The organizer removed the caller from this event. A new personal invitation lifts that.',
  },
  account_suspended: {
    title: 'Account suspended',
    meaning: 'An operator suspended this account; `reason` says why.',
  },
  proof_required: {
    title: 'Proof of work required',
    meaning:
      'Solve `challenge` with a library of the ALTCHA protocol (version 2) and send the same request again with `proof`, the base64 of its solution. A challenge is good once, for this phone number and for 5 minutes.',
  },
  event_not_found: {
    title: 'Event not found',
    meaning: 'The event does not exist, or the caller may not see it.',
  },
  invitation_not_found: {
    title: 'Invitation not found',
    meaning: 'The invitation does not exist, is closed, or belongs to another user.',
  },
  invitation_expired: {
    title: 'Invitation expired',
    meaning: 'The invitation is no longer valid. Ask the organizer for a new one.',
  },
  not_found: {
    title: 'Not found',
    meaning: 'There is nothing at this address, or the caller may not see it.',
  },
  invitation_already_accepted: {
    title: 'Invitation already accepted',
    meaning: 'The invitation was accepted before; accepting it again changes nothing.',
  },
  category_exists: {
    title: 'Category exists',
    meaning: 'There is a category of this slug, or one was merged.',
  },
  username_taken: { title: 'Username taken', meaning: 'Another user already has this username.' },
  event_cancelled: {
    title: 'Event cancelled',
    meaning: 'The event was cancelled. An RSVP to it can be cleared, but nothing else can be changed.',
  },
  event_postponed: {
    title: 'Event postponed',
    meaning:
      'The event has no date for now. An RSVP or a booking can be ended or made smaller; new ones wait for the new date.',
  },
  event_changed_meanwhile: {
    title: 'Event changed meanwhile',
    meaning:
      'Somebody changed the event since its `version` was the `ifVersion` of the request. Nothing was changed: read it again.',
  },
  is_manager: {
    title: 'Organizer or admin',
    meaning:
      'The organizer and the admins of an event cannot be removed from it; take the rights of an admin first.',
  },
  admin_limit: {
    title: 'Admin of too many events',
    meaning: 'The user already administers 20 events of this organizer.',
  },
  event_over: {
    title: 'Event over',
    meaning: 'The event has ended; nothing can be booked or claimed any more.',
  },
  rsvp_closed: {
    title: 'Answers closed',
    meaning:
      'The event takes no new answers and no larger bookings since its `rsvpUntil`. The same answer again, clearing it, cancelling and a smaller booking still work; an invitation stays pending.',
  },
  question_answered: {
    title: 'Question answered',
    meaning: 'Guests have answered the question: its `kind` stays. Remove it and ask another one.',
  },
  event_full: {
    title: 'Event full',
    meaning: 'Not enough seats are free for this quantity. Nothing was changed.',
  },
  capacity_below_booked: {
    title: 'Capacity below what is booked',
    meaning: 'More seats are booked, in `bookedCount`, than the new capacity has.',
  },
  not_confirmed: {
    title: 'Booking not confirmed',
    meaning: 'The booking waits for a seat: its holder cannot be checked in.',
  },
  module_disabled: {
    title: 'Module disabled',
    meaning: 'The event does not have this module in `enabledModules`.',
  },
  bring_list_full: {
    title: 'Bring list full',
    meaning: 'The bring list of the event takes no further item.',
  },
  quantity_below_claimed: {
    title: 'Quantity below what is claimed',
    meaning: 'Guests bring more of the item, in `claimed`, than the new quantity.',
  },
  item_taken: {
    title: 'Item taken',
    meaning: 'Less of the item is left, in `left`, than the quantity. Nothing was changed.',
  },
  not_going: {
    title: 'Not going',
    meaning:
      'Guests who are going or booked can bring something, and so can managers; guests who are going, interested or booked can answer questions.',
  },
  event_taken_down: {
    title: 'Event taken down',
    meaning:
      'An operator took the event down; `takenDown` of the event says why. Its organizer sees it and can change nothing.',
  },
  is_operator: { title: 'Operator', meaning: 'An operator cannot be suspended.' },
  webhook_limit: {
    title: 'Too many webhooks',
    meaning: 'The account has as many webhooks as one may have. Delete one first.',
  },
  picture_invalid: {
    title: 'Picture not accepted',
    meaning: 'The file is no picture that can be taken; `detail` says why.',
  },
  pictures_full: {
    title: 'Too many pictures',
    meaning: 'The account has as many pictures as one may keep. Delete one first.',
  },
  push_unavailable: {
    title: 'Platform not configured',
    meaning: 'Pushes are not sent through this platform; `platforms` has those that are configured.',
  },
  rate_limited: {
    title: 'Too many requests',
    meaning: 'A limit is reached. Wait the number of seconds in `Retry-After`, then try again.',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    meaning:
      'The service cannot respond right now. Wait the number of seconds in `Retry-After`, then try again.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    meaning: 'This address does not support the method; `Allow` lists the methods it supports.',
  },
  request_timeout: { title: 'Request timeout', meaning: 'The request did not arrive in time.' },
  payload_too_large: { title: 'Body too large', meaning: 'The body is larger than this endpoint accepts.' },
  unsupported_media_type: {
    title: 'Unsupported media type',
    meaning:
      'The body must be JSON, sent as `application/json` and not compressed, or where a picture is sent, one of its types.',
  },
  headers_too_large: { title: 'Headers too large', meaning: 'The headers of the request are too large.' },
  idempotency_in_progress: {
    title: 'Request in progress',
    meaning:
      'The first request with this `Idempotency-Key` has no response yet. Wait the number of seconds in `Retry-After`, then repeat it with the same key.',
  },
  idempotency_key_reused: {
    title: 'Idempotency key reused',
    meaning:
      'This `Idempotency-Key` was sent with another body in the last 24 hours. Each request needs a key of its own.',
  },
  internal_error: {
    title: 'Internal error',
    meaning: 'The service failed. Quote `requestId` when you report it.',
  },
};
