/** The groups of the operations, in the order of the document. */
export const tags = {
  'Sign-in': 'Phone number, code by SMS, tokens.',
  Profile: 'The caller, and the public part of other users.',
  Discovery: 'Public events. Signed-in callers also see their own RSVP and saved state.',
  'My events': 'RSVPs and saved events of the caller.',
  Bookings: 'Seats of the caller at events, and the queue for them.',
  'Bring list': 'What guests bring to an event.',
  'Event management': 'For organizers and admins of events.',
  Pictures: 'Covers and avatars that are sent as files.',
  Series: 'Rules, the events that they make, and the RSVP to all of them.',
  Inviting: 'For organizers and admins of events.',
  Invitations: 'For invited users.',
  Notices: 'What the caller is told of.',
  Webhooks: 'Endpoints of organizers, told of what happens to their events.',
  Circles: 'Groups of users, to invite all at once.',
  Reports: 'What should not be on the platform.',
  Operators: 'For the people who run the platform; unknown paths to everybody else.',
} as const;

export type Tag = keyof typeof tags;
