import type { Bench } from '../servers/bench.ts';

/** What tells their rows from others. */
const mark = 'listener';

/** Gives the organizers of these events, of all without them, a device each: what happens to their events is pushed. */
export const addListeners = async ({ bare }: Pick<Bench, 'bare'>, eventId?: string): Promise<void> => {
  const organizers = `select distinct organizer_id as id from event where $1::uuid is null or id = $1`;
  await bare.query(
    `insert into session (id, user_id, generation, confirmed, strict, device, created_at, refreshed_at, last_used_at)
     select md5('${mark}' || id)::uuid, id, 1, true, false, '${mark}', now(), now(), now() from (${organizers}) o`,
    [eventId],
  );
  await bare.query(
    `insert into device (user_id, id, session_id, platform, address, locale, created_at, last_seen_at)
     select id, md5('${mark}' || id)::uuid, md5('${mark}' || id)::uuid, 'fcm', '${mark}-' || id, 'en', now(), now()
     from (${organizers}) o`,
    [eventId],
  );
};

/** Takes them, and what they were told, away. */
export const removeListeners = async ({ bare }: Pick<Bench, 'bare'>): Promise<void> => {
  await bare.query(`delete from device where address like '${mark}-%'`);
  await bare.query(`delete from session where device = '${mark}'`);
};
