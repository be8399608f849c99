/** A person's answer to an event; null is none. */
export type RsvpState = 'going' | 'interested' | null;

export const rsvpStates: readonly RsvpState[] = ['going', 'interested', null];

/** An answer as recorded, with the exact number of RSVPs on the event as of it. */
export interface RsvpAnswer {
  readonly myRsvp: RsvpState;
  readonly rsvpCount: number;
}

type StateName = 'none' | 'going' | 'interested';

/** By how much the counts of `going` and `interested` move when an answer changes from row to column. */
const moves: Record<StateName, Record<StateName, { readonly going: number; readonly interested: number }>> = {
  none: {
    none: { going: 0, interested: 0 },
    going: { going: 1, interested: 0 },
    interested: { going: 0, interested: 1 },
  },
  going: {
    none: { going: -1, interested: 0 },
    going: { going: 0, interested: 0 },
    interested: { going: -1, interested: 1 },
  },
  interested: {
    none: { going: 0, interested: -1 },
    going: { going: 1, interested: -1 },
    interested: { going: 0, interested: 0 },
  },
};

/** What a change of one answer does to an event's counts. */
export const countsMove = (from: RsvpState, to: RsvpState) => moves[from ?? 'none'][to ?? 'none'];
