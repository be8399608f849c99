import type { TimeZones } from '@event-platform/domain';
import lookUp from '@photostructure/tz-lookup';

/** Time zones from the boundaries that tz-lookup ships with, simplified to some hundred metres; a microsecond a call. */
export const mappedTimeZones = (): TimeZones => ({ at: (lat, lng) => lookUp(lat, lng) });
