/** A user's RSVP to an event; null when there is none. */
export type RsvpState = 'going' | 'interested' | null;

/** A recorded RSVP with the exact number of the event's RSVPs after it. */
export interface RsvpResult {
  readonly myRsvp: RsvpState;
  readonly rsvpCount: number;
}
