import lookUp from '@photostructure/tz-lookup';

/** Sends a statement; `?` stands for a value. */
type Execute = (text: string, values?: unknown[]) => Promise<unknown>;

interface Place {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly time_zone: string | null;
}

/** Few, so that a change of one of these events waits for some hundredths of a second. */
const batchSize = 200;

/** What 0.1.0 left out, or the estimate of the trigger in its place; a zone in any other form was given. */
const isOfPlace = (zone: string | null): boolean => zone === null || zone.startsWith('Etc/GMT');

const unknown = `
  select id, lat, lng, time_zone from event where is_time_zone_given is null order by id limit ${batchSize}`;

/** Leaves events that were changed in between for the next batch. */
const fill = `
  update event e set time_zone = z.zone, is_time_zone_given = z.is_given
  from json_to_recordset(?::json) z (id uuid, lat float8, lng float8, former text, zone text, is_given boolean)
  where e.id = z.id and e.lat = z.lat and e.lng = z.lng and e.time_zone is not distinct from z.former
    and e.is_time_zone_given is null`;

/** Finds the time zones of places for events that 0.1.0 wrote; it leaves them out. */
export const fillTimeZones = async (execute: Execute): Promise<void> => {
  for (;;) {
    const places = (await execute(unknown)) as readonly Place[];
    if (places.length === 0) return;
    const zones = places.map(({ id, lat, lng, time_zone: former }) => ({
      ...{ id, lat, lng, former },
      zone: isOfPlace(former) ? lookUp(lat, lng) : former,
      is_given: !isOfPlace(former),
    }));
    await execute(fill, [JSON.stringify(zones)]);
    if (places.length < batchSize) return;
  }
};
