import {
  type Announcement,
  activityCounts,
  announcementGroups,
  type EventActivity,
  type Language,
  limits,
  type Notice,
  type NoticeSettings,
  noticePolicy,
  noticeText,
  pushPreviews,
} from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import type { Links } from '../links.ts';
import { durationText } from './common/durations.ts';
import { Meta } from './common/paging.ts';
import { namedShape, nullable, oneOf, refTo, timestamp, uuid } from './common/shapes.ts';
import { avatarFields, presentAvatar } from './picture.ts';

const change = (description: string, old: string, current: string) =>
  Type.Optional(
    Type.Object(
      { old: Type.String({ examples: [old] }), new: Type.String({ examples: [current] }) },
      { description },
    ),
  );

const count = Type.Optional(Type.Integer({ description: 'Of `event_activity`.', examples: [3] }));

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
        'event_activity',
        'booking_confirmed',
        'invitation_received',
        'guest_removed',
        'announcement',
        'new_sign_in',
        'webhook_disabled',
        'email_removed',
      ],
      { description: 'What it tells of.', examples: ['event_changed'] },
    ),
    title: Type.String({
      description: 'What it tells of in a line, in the language of `Accept-Language`: English or German.',
      examples: ['Changed: Jazz on the roof'],
    }),
    body: Type.String({
      description: 'The rest of it, in a line; it may be empty.',
      examples: ['Now Fri 1 May, 20:00–23:00 WEST'],
    }),
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
          ...Object.fromEntries(activityCounts.map((name) => [name, count])),
          people: Type.Optional(
            Type.Array(
              Type.Object({
                id: uuid('Id of the user.'),
                name: Type.String({ examples: ['Mira'] }),
                ...avatarFields,
              }),
              { description: 'Of `event_activity`: who did it, the newest three.' },
            ),
          ),
        },
        {
          description:
            'Of `event_changed`: what differs; null where a postponed event takes place as planned. Edits within five minutes are one notice. Of `event_activity`: how many answered, booked, declined an invitation or cancelled since it was last read.',
        },
      ),
    ),
    text: nullable(
      Type.String({
        description: 'What an announcement says, or why the event was cancelled; plain text.',
        examples: ['Bring a lamp.'],
      }),
    ),
    createdAt: timestamp('When it was made.'),
    readAt: nullable(
      Type.String({ format: 'date-time', description: 'When it was marked as read.', examples: [null] }),
    ),
  },
  'What a user is told of.',
);

const presentActivity = ({ people, ...counts }: EventActivity, links: Links) => ({
  ...counts,
  people: people.map(({ id, name, ...shown }) => ({ id, name, ...presentAvatar(shown, links) })),
});

export const presentNotice = (
  notice: Notice,
  links: Links,
  language: Language,
): Static<typeof NoticeShape> => {
  const { id, kind, event, changes, activity, text, createdAt, readAt } = notice;
  return {
    id,
    kind,
    ...noticeText(notice, language),
    event: event && {
      id: event.id,
      title: event.title,
      startAt: event.startAt.toISOString(),
      endAt: event.endAt.toISOString(),
      isAllDay: event.isAllDay,
      timeZone: event.timeZone,
    },
    changes: activity ? presentActivity(activity, links) : changes,
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

const activity = oneOf(['daily', 'off'], {
  description:
    'Mails about what happens at one’s events: a digest a day, at 8:00 where the soonest of them is.',
  examples: ['daily'],
});

const settings = {
  email: Type.Boolean({
    description:
      'Whether notices are also mailed: to the address of the account, else to those whose invitations the user accepted. True also lets mail to an address of the account that unsubscribed.',
    examples: [true],
  }),
  reminders: Type.Array(Type.String({ maxLength: 20, examples: ['P1D'] }), {
    maxItems: noticePolicy.reminders,
    description:
      'How long before the start to be reminded: durations of ISO 8601 in days, hours and minutes, from PT5M to P30D. A day is 24 hours.',
    examples: [['P1D', 'PT2H']],
  }),
};

const push = {
  push: Type.Boolean({ description: 'Whether notices are also pushed to devices.', examples: [true] }),
  pushPreview: oneOf(pushPreviews, {
    description: 'Whether a push says what happened (`title`), or only that something did (`none`).',
    examples: ['title'],
  }),
};

export const NoticeSettingsShape = namedShape(
  'NoticeSettings',
  { ...settings, activity, ...push },
  'What a user wants to hear of, and when.',
);

export const presentNoticeSettings = ({
  reminders,
  ...others
}: NoticeSettings): Static<typeof NoticeSettingsShape> => ({
  ...others,
  reminders: reminders.map(durationText),
});

const { push: isPushed, pushPreview } = push;

export const NoticeSettingsBody = Type.Object(
  {
    ...settings,
    activity: Type.Optional(activity),
    push: Type.Optional(isPushed),
    pushPreview: Type.Optional(pushPreview),
  },
  { title: 'NoticeSettingsRequest' },
);

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
