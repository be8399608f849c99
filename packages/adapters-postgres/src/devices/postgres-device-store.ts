import { type Device, type DeviceStore, isSameDevice } from '@event-platform/domain';
import { sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { aliveAt } from '../sessions/session-rows.ts';
import { deviceColumns, isDeviceAlive } from './device-rows.ts';

export const postgresDeviceStore = (db: Database): DeviceStore => ({
  register: async (device, limit) => {
    const { rows } = await sql<Device & { readonly isTold: boolean }>`/* device-known */
      select ${deviceColumns}, d.pushed_at is not null as "isTold" from device d join session s on s.id = d.session_id
      where d.user_id = ${device.userId} and d.id = ${device.id} and ${isDeviceAlive(device.lastSeenAt)}`.execute(
      db,
    );
    const [{ isTold = false, ...known } = {} as Device & { readonly isTold?: boolean }] = rows;
    if (rows.length > 0 && isSameDevice(known, device) && (!isTold || (await outdateClaim(db, device))))
      return known;
    return inTransaction(db, (inside) => replace(inside, device, limit));
  },
  list: async (user, at) => {
    const { rows } = await sql<Device>`/* devices */
      select ${deviceColumns} from device d join session s on s.id = d.session_id
      where d.user_id = ${user} and ${isDeviceAlive(at)}
      order by d.last_seen_at desc, d.id desc`.execute(db);
    return rows;
  },
  remove: async (user, id) => {
    await db.deleteFrom('device').where('user_id', '=', user).where('id', '=', id).execute();
  },
});

/** What a push says of the address that began before is out of date; false for a device that is gone. */
const outdateClaim = async (db: Database, { userId, id, address }: Device): Promise<boolean> => {
  const { rows } = await sql`/* device-again */
    update device set pushed_at = null where user_id = ${userId} and id = ${id} and md5(address) = ${hashOf(address)}
    returning id`.execute(db);
  return rows.length > 0;
};

const hashOf = (address: string) => sql`md5(${address}::text)`;

/**
 * Locks in one order, so that no two wait for each other: the address, the account, the sessions of all devices that may be written
 * (a transaction that ends one deletes its devices), these devices.
 */
const replace = async (db: Database, device: Device, limit: number): Promise<Device | null> => {
  const { id, userId, sessionId, platform, address, keys, locale, appVersion, createdAt, lastSeenAt } =
    device;
  await sql`/* device-lock-address */
    select pg_advisory_xact_lock(hashtextextended(${address}, 43))`.execute(db);
  await sql`/* device-lock-account */
    select from app_user where id = ${userId} for no key update`.execute(db);
  const concerned = sql`(d.user_id = ${userId} or md5(d.address) = ${hashOf(address)})`;
  const { rows: sessions } = await sql<{ id: string; isAlive: boolean }>`/* device-lock-sessions */
    select s.id, s.user_id = ${userId} and ${aliveAt(lastSeenAt)} as "isAlive" from session s
    where s.id = ${sessionId} or s.id in (select d.session_id from device d where ${concerned})
    order by s.id for share`.execute(db);
  if (!sessions.some((session) => session.id === sessionId && session.isAlive)) return null;
  await sql`/* device-lock */
    select from device d where ${concerned} order by d.user_id, d.id for update`.execute(db);
  await sql`/* device-make-room */
    with others as (
      select d.user_id, d.id, md5(d.address) = ${hashOf(address)} or not ${isDeviceAlive(lastSeenAt)} as is_taken,
        d.last_seen_at
      from device d join session s on s.id = d.session_id
      where ${concerned} and (d.user_id, d.id) <> (${userId}::uuid, ${id}::uuid)
    ),
    room as (
      select user_id, id from others where is_taken
      union all
      (select user_id, id from others where not is_taken order by last_seen_at desc, id desc offset ${limit - 1})
    )
    delete from device d using room where d.user_id = room.user_id and d.id = room.id`.execute(db);
  const { rows } = await sql<Device>`/* device-register */
    insert into device as d
      (user_id, id, session_id, platform, address, keys, locale, app_version, created_at, last_seen_at)
    values (${userId}, ${id}, ${sessionId}, ${platform}, ${address}, ${keys && JSON.stringify(keys)}::jsonb, ${locale},
      ${appVersion}, ${createdAt}, ${lastSeenAt})
    on conflict (user_id, id) do update set session_id = excluded.session_id, platform = excluded.platform,
      address = excluded.address, keys = excluded.keys, locale = excluded.locale, app_version = excluded.app_version,
      last_seen_at = excluded.last_seen_at, pushed_at = null
    returning ${deviceColumns}`.execute(db);
  return rows[0] as Device;
};
