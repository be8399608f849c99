export const visibilities = ['public', 'private'] as const;
export type Visibility = (typeof visibilities)[number];

/** What ties a caller to an event. */
export interface Ties {
  readonly visibility: Visibility;
  readonly isTakenDown: boolean;
  readonly isOrganizer: boolean;
  readonly isAdmin: boolean;
  /** A personal invitation that is accepted, or pending and not expired. */
  readonly hasLiveInvitation: boolean;
  readonly joinedByLink: boolean;
  readonly hasRsvp: boolean;
  readonly hasBooking: boolean;
}

/**
 * Who sees an event: the rule of the whole service. Adapters with a query language mirror it, held by the
 * event store's contract.
 */
export const maySee = (ties: Ties): boolean =>
  ties.isOrganizer ||
  (!ties.isTakenDown &&
    (ties.visibility === 'public' ||
      ties.isAdmin ||
      ties.hasLiveInvitation ||
      ties.joinedByLink ||
      ties.hasRsvp ||
      ties.hasBooking));
