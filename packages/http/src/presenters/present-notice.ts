import type { Announcement, Notice, NoticeSettings } from '@event-platform/domain';
import type { Static } from 'typebox';
import { durationText } from '../input/durations.ts';
import type { AnnouncementShape, NoticeSettingsShape, NoticeShape } from '../schemas/notice.ts';

export const presentNotice = (notice: Notice): Static<typeof NoticeShape> => {
  const { id, kind, event, changes, text, createdAt, readAt } = notice;
  return {
    id,
    kind,
    event: event && {
      id: event.id,
      title: event.title,
      startAt: event.startAt.toISOString(),
      endAt: event.endAt.toISOString(),
      timeZone: event.timeZone,
    },
    changes,
    text,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
};

export const presentNoticeSettings = ({
  email,
  reminders,
}: NoticeSettings): Static<typeof NoticeSettingsShape> => ({ email, reminders: reminders.map(durationText) });

export const presentAnnouncement = ({
  id,
  text,
  to,
  createdAt,
}: Announcement): Static<typeof AnnouncementShape> => ({
  id,
  text,
  to: [...to],
  createdAt: createdAt.toISOString(),
});
