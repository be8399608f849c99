import type { Dependencies } from '../dependencies.ts';
import { refuseInput } from '../problem.ts';
import { degreesFaults } from './field-checks.ts';

/** The IANA name of the zone at a place, in which an event there is planned. Throws `invalid_request`. */
export const findTimeZone =
  ({ timeZones }: Pick<Dependencies, 'timeZones'>) =>
  ({ lat, lng }: { readonly lat: number; readonly lng: number }): string => {
    const faults = [...degreesFaults(lat, '/lat', 90), ...degreesFaults(lng, '/lng', 180)];
    if (faults.length > 0) throw refuseInput(...faults);
    return timeZones.at(lat, lng);
  };
