import type { WireCode } from './problem-response.ts';

/** What a problem is called, and what it means to the client; the meaning is also the `detail` where the case has none of its own. */
export const problemWords = {
  invalid_request: {
    title: 'Invalid request',
    meaning: 'The request is malformed or breaks a rule of this endpoint; `errors` names each fault.',
  },
  unauthenticated: {
    title: 'Not signed in',
    meaning: 'The access token is missing, invalid, expired or of a session that has ended.',
  },
  code_invalid: {
    title: 'Code not accepted',
    meaning: 'The code is wrong or no longer valid. Request a new one and try again.',
  },
  refresh_token_invalid: {
    title: 'Refresh token not accepted',
    meaning: 'The refresh token is unknown, expired, already replaced or annulled. Sign in again.',
  },
  forbidden: {
    title: 'Not allowed',
    meaning: 'The event is visible to the caller, but this action is not theirs to take.',
  },
  invitation_not_yours: {
    title: 'Invitation of somebody else',
    meaning: 'This personal invitation is addressed to another user. It stays valid for them.',
  },
  event_not_found: {
    title: 'Event not found',
    meaning: 'There is no such event, or it is not visible to the caller.',
  },
  invitation_not_found: {
    title: 'Invitation not found',
    meaning: 'There is no such invitation, or it is not open to the caller.',
  },
  invitation_expired: {
    title: 'Invitation expired',
    meaning: 'The invitation was valid once and no longer is. Ask the organizer for a new one.',
  },
  not_found: { title: 'Not found', meaning: 'There is nothing at this address for the caller.' },
  invitation_already_accepted: {
    title: 'Invitation already accepted',
    meaning: 'The invitation was accepted before; accepting it again changes nothing.',
  },
  username_taken: { title: 'Username taken', meaning: 'Another user has this username.' },
  event_cancelled: {
    title: 'Event cancelled',
    meaning: 'The event was called off. An RSVP can only be withdrawn.',
  },
  rate_limited: { title: 'Too many requests', meaning: 'Wait as long as `Retry-After` says and try again.' },
  unavailable: {
    title: 'Temporarily unavailable',
    meaning: 'The service cannot answer right now. Wait as long as `Retry-After` says and try again.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    meaning: 'This address does not take that method; `Allow` lists those it takes.',
  },
  request_timeout: { title: 'Request timeout', meaning: 'The request did not arrive in time.' },
  payload_too_large: { title: 'Body too large', meaning: 'The body is larger than this endpoint takes.' },
  unsupported_media_type: {
    title: 'Unsupported media type',
    meaning: 'Bodies are JSON, sent as `application/json` and not compressed.',
  },
  headers_too_large: { title: 'Headers too large', meaning: 'The header of the request is too large.' },
  internal_error: { title: 'Internal error', meaning: 'Something went wrong in the service.' },
} as const satisfies Record<WireCode, { readonly title: string; readonly meaning: string }>;
