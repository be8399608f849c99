import type { FieldFault } from '../problem.ts';
import { urlFaults } from '../urls.ts';
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

/** The location of an event without a place. */
export const noPlace = { address: '', lat: null, lng: null } as const;

const onlineUrlLength = 2_000;

/** What is missing, or wrong, for guests who are not at the place. */
export const attendanceFaults = ({
  attendance,
  onlineUrl,
  timeZone,
}: OnlineAttendance & { readonly timeZone: string | null }): readonly FieldFault[] => [
  ...(attendances.includes(attendance)
    ? []
    : [{ path: '/attendance', message: `must be one of ${attendances.join(', ')}` }]),
  ...(attendance === 'offline'
    ? []
    : urlFaults('/onlineUrl', onlineUrl ?? '', { maxLength: onlineUrlLength, isHttps: true })),
  ...(attendance === 'online' && timeZone === null
    ? [{ path: '/timeZone', message: 'must be given: an online event has no place' }]
    : []),
];

/** Who is told where to go online: those who are going, and managers. The rule of the whole service. */
export const maySeeOnlineUrl = (caller: { readonly rsvp: RsvpState; readonly isManager: boolean }): boolean =>
  caller.rsvp === 'going' || caller.isManager;
