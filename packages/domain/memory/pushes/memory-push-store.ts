import { maySee } from '../../src/events/visibility.ts';
import type { Notice } from '../../src/notices/notice.ts';
import { defaultNoticeSettings, toldOfTakenDown } from '../../src/notices/notice.ts';
import type { PushStore } from '../../src/ports/messaging/push-store.ts';
import { isDeviceAlive, toDevice } from '../devices/memory-device-store.ts';
import { tiesOf } from '../memory-ties.ts';
import { isShown, toNotice } from '../notices/memory-notice-store.ts';
import { pairKey } from '../table.ts';
import type { NoticeRow, Tables } from '../tables.ts';

export const memoryPushStore = (tables: Tables): PushStore => {
  const { devices, notices, events } = tables;
  const settingsOf = (user: NoticeRow['userId']) => tables.noticeSettings.get(user) ?? defaultNoticeSettings;
  /** The notice with its event as it is called now; null when its user is not to hear of it. */
  const noticeNow = (row: NoticeRow, at: Date): Notice | null => {
    const notice = toNotice(tables, row);
    if (!notice.event) return notice;
    const event = events.get(notice.event.id);
    const isToldWithout = toldOfTakenDown.includes(notice.kind);
    if (!event) return isToldWithout ? notice : null;
    const isOut = tables.removedGuests.get(pairKey(event.id, row.userId)) !== undefined;
    if (isOut && notice.kind !== 'guest_removed') return null;
    if (!isToldWithout && !maySee(tiesOf(tables, event, row.userId, at))) return null;
    const isAsTold =
      event.status === 'scheduled' && event.startAt.getTime() === notice.event.startAt.getTime();
    if (notice.kind === 'event_reminder' && !isAsTold) return null;
    return { ...notice, event: { ...notice.event, title: event.title } };
  };
  return {
    targets: async (users, at) =>
      devices
        .rows()
        .filter(
          (row) =>
            users.includes(row.userId) && isDeviceAlive(tables, row, at) && settingsOf(row.userId).push,
        )
        .map(({ userId, id, platform, address }) => ({
          ...{ userId, id, platform },
          share: platform === 'web' ? (address.split('/')[2] ?? '') : null,
        })),
    claim: async (noticeId, deviceId, at) => {
      const row = notices.get(noticeId);
      const device = row && devices.get(pairKey(row.userId, deviceId));
      if (!device || row.readAt || !isShown(tables, row) || !isDeviceAlive(tables, device, at)) return null;
      const { push, pushPreview: preview } = settingsOf(row.userId);
      const notice = push ? noticeNow(row, at) : null;
      if (!notice) return null;
      devices.set(pairKey(row.userId, deviceId), { ...device, pushedAt: at });
      const unread = notices
        .rows()
        .filter((one) => one.userId === row.userId && !one.readAt && isShown(tables, one)).length;
      return {
        notice,
        device: toDevice(device),
        locale: tables.users.get(row.userId)?.locale ?? null,
        preview,
        unread,
      };
    },
    removeDead: async (user, deviceId, at) => {
      const key = pairKey(user, deviceId);
      if (devices.get(key)?.pushedAt?.getTime() === at.getTime()) devices.delete(key);
    },
  };
};
