import { type Device, devicePolicy, isSameDevice } from '../../src/devices/device.ts';
import type { DeviceStore } from '../../src/ports/accounts/device-store.ts';
import { isAlive } from '../../src/sessions/session.ts';
import { after } from '../../src/time.ts';
import { byKeys } from '../events/order.ts';
import { pairKey } from '../table.ts';
import type { DeviceRow, Tables } from '../tables.ts';

/** Whether it is still told of anything. */
export const isDeviceAlive = ({ sessions }: Tables, { sessionId, lastSeenAt }: Device, at: Date): boolean => {
  const session = sessions.get(sessionId);
  return session !== undefined && isAlive(session, at) && lastSeenAt > after(at, -devicePolicy.retention);
};

export const toDevice = ({ pushedAt: _, ...device }: DeviceRow): Device => device;

export const memoryDeviceStore = (tables: Tables): DeviceStore => {
  const { devices, sessions } = tables;
  const remove = ({ userId, id }: Pick<Device, 'userId' | 'id'>) => devices.delete(pairKey(userId, id));
  const listOf = (user: Device['userId'], at: Date) =>
    devices
      .rows()
      .filter((row) => row.userId === user && isDeviceAlive(tables, row, at))
      .sort(byKeys(({ lastSeenAt, id }) => [lastSeenAt, id]))
      .reverse();
  return {
    register: async (device, limit) => {
      const { id, userId, lastSeenAt: at } = device;
      const session = sessions.get(device.sessionId);
      if (!session || session.userId !== userId || !isAlive(session, at)) return null;
      const known = devices.get(pairKey(userId, id));
      if (known && isSameDevice(known, device)) {
        devices.set(pairKey(userId, id), { ...known, pushedAt: null });
        return toDevice(known);
      }
      for (const row of devices.rows())
        if (row.address === device.address || (row.userId === userId && !isDeviceAlive(tables, row, at)))
          remove(row);
      const others = listOf(userId, at).filter((row) => row.id !== id);
      for (const row of others.slice(limit - 1)) remove(row);
      const row = { ...device, createdAt: known?.createdAt ?? device.createdAt };
      devices.set(pairKey(userId, id), { ...row, pushedAt: null });
      return row;
    },
    list: async (user, at) => listOf(user, at).map(toDevice),
    remove: async (userId, id) => void remove({ userId, id }),
  };
};
