import type { RsvpState } from './rsvp.ts';

/** How guests attend, in the modes of schema.org: at a place, online, or as they like. */
export const attendances = ['offline', 'online', 'mixed'] as const;
export type Attendance = (typeof attendances)[number];

/** How an event is attended, and where online. */
export interface OnlineAttendance {
  readonly attendance: Attendance;
  /** A secret of its guests; null where it is at a place alone. */
  readonly onlineUrl: string | null;
}

/** A place; `lat` and `lng` in degrees (WGS 84). An online event has none: the address is empty, the others are null. */
export interface Location {
  readonly address: string;
  readonly lat: number | null;
  readonly lng: number | null;
}

/** The location of an event without a place. */
export const noPlace = { address: '', lat: null, lng: null } as const;

/** Who is told where to go online: those who are going, and managers. The rule of the whole service. */
export const maySeeOnlineUrl = (caller: { readonly rsvp: RsvpState; readonly isManager: boolean }): boolean =>
  caller.rsvp === 'going' || caller.isManager;
