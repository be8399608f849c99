/** A person's answer to an event; null is none. */
export type RsvpState = 'going' | 'interested' | null;

export const rsvpStates: readonly RsvpState[] = ['going', 'interested', null];

/** An answer as recorded, with the exact number of RSVPs on the event as of it. */
export interface RsvpAnswer {
  readonly myRsvp: RsvpState;
  readonly rsvpCount: number;
}
