import {
  type Announcement,
  announcementGroups,
  limits,
  type Notice,
  type NoticeSettings,
  noticePolicy,
} from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import { durationText } from './common/durations.ts';
import { Meta } from './common/paging.ts';
import { namedShape, nullable, oneOf, refTo, timestamp, uuid } from './common/shapes.ts';

const change = (description: string, old: string, current: string) =>
  Type.Optional(
    Type.Object(
      { old: Type.String({ examples: [old] }), new: Type.String({ examples: [current] }) },
      { description },
    ),
  );

export const NoticeShape = namedShape(
  'Notice',
  {
    id: uuid('Id of the notice.'),
    kind: oneOf(
      [
        'event_changed',
        'event_cancelled',
        'event_postponed',
        'event_reminder',
        'booking_confirmed',
        'invitation_received',
        'guest_removed',
        'announcement',
        'new_sign_in',
        'webhook_disabled',
      ],
      { description: 'What it tells of; later versions may have more.', examples: ['event_changed'] },
    ),
    event: nullable(
      Type.Object(
        {
          id: uuid('Id of the event.'),
          title: Type.String({ examples: ['Jazz on the roof'] }),
          startAt: timestamp('When it begins.'),
          endAt: timestamp('When it ends.', '2026-05-01T21:00:00.000Z'),
          isAllDay: Type.Boolean({ description: 'Whether it is of whole days.' }),
          timeZone: Type.String({ examples: ['Europe/Lisbon'] }),
        },
        {
          description:
            'The event as of the notice; null for what is about no event. It may be deleted since.',
        },
      ),
    ),
    changes: nullable(
      Type.Object(
        {
          startAt: change('The start.', '2026-05-01T18:00:00.000Z', '2026-05-01T19:00:00.000Z'),
          endAt: change('The end.', '2026-05-01T21:00:00.000Z', '2026-05-01T22:00:00.000Z'),
          timeZone: change('The time zone.', 'Europe/Lisbon', 'Europe/Madrid'),
          address: change('The address.', 'Rua Augusta 24, Lisbon', 'Rua Augusta 30, Lisbon'),
        },
        {
          description:
            'Of `event_changed`: what differs; null where a postponed event takes place as planned. Edits within five minutes are one notice.',
        },
      ),
    ),
    text: Type.Union([Type.String(), Type.Null()], {
      description: 'Of an announcement: what it says; plain text.',
      examples: ['Bring a lamp.'],
    }),
    createdAt: timestamp('When it was made.'),
    readAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When it was marked as read.',
      examples: [null],
    }),
  },
  'What a user is told of.',
);

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
      isAllDay: event.isAllDay,
      timeZone: event.timeZone,
    },
    changes,
    text,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
};

export const NoticePage = Type.Object(
  {
    data: Type.Array(refTo(NoticeShape)),
    meta: refTo(Meta),
    unread: Type.Integer({ description: 'How many of all notices are unread.', examples: [1] }),
  },
  { title: 'NoticePage', description: 'A page of notices, the newest first.' },
);

export const ReadNoticesBody = Type.Object(
  { before: timestamp('Notices up to this instant, inclusive.') },
  { title: 'ReadNoticesRequest' },
);

const settings = {
  email: Type.Boolean({
    description: 'Whether notices are also mailed, to the addresses whose invitations the user accepted.',
    examples: [true],
  }),
  reminders: Type.Array(Type.String({ maxLength: 20, examples: ['P1D'] }), {
    maxItems: noticePolicy.reminders,
    description:
      'How long before the start to be reminded: durations of ISO 8601 in days, hours and minutes, from PT5M to P30D. A day is 24 hours.',
    examples: [['P1D', 'PT2H']],
  }),
};

export const NoticeSettingsShape = namedShape(
  'NoticeSettings',
  settings,
  'What a user wants to hear of, and when.',
);

export const presentNoticeSettings = ({
  email,
  reminders,
}: NoticeSettings): Static<typeof NoticeSettingsShape> => ({ email, reminders: reminders.map(durationText) });

export const NoticeSettingsBody = Type.Object(settings, { title: 'NoticeSettingsRequest' });

const text = Type.String({
  minLength: 1,
  maxLength: limits.announcementLength,
  description: 'Plain text; it may have lines.',
  examples: ['Bring a lamp.'],
});

const groups = Type.Array(
  oneOf([...announcementGroups], { description: 'A group of people.', examples: ['going'] }),
  { minItems: 1, maxItems: 20, description: 'Whom it is for.', examples: [['going', 'booked']] },
);

export const AnnounceBody = Type.Object({ text, to: groups }, { title: 'AnnounceRequest' });

export const AnnouncedShape = namedShape(
  'Announced',
  {
    id: uuid('Id of the announcement.'),
    recipients: Type.Integer({ description: 'How many users it is for.', examples: [12] }),
  },
  'The announcement is on its way.',
);

export const AnnouncementShape = namedShape(
  'Announcement',
  {
    id: uuid('Id of the announcement.'),
    text,
    to: groups,
    createdAt: timestamp('When it was made.'),
  },
  'A message of a manager to people of an event.',
);

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
