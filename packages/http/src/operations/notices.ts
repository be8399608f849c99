import { instantOf } from '../input/instants.ts';
import { acceptedLanguage } from '../input/language.ts';
import { minutesOf } from '../schemas/common/durations.ts';
import { PageQuery, pageOf, presentPage } from '../schemas/common/paging.ts';
import {
  AnnounceBody,
  AnnouncedShape,
  AnnouncementShape,
  NoticePage,
  NoticeSettingsBody,
  NoticeSettingsShape,
  presentAnnouncement,
  presentNotice,
  presentNoticeSettings,
  ReadNoticesBody,
} from '../schemas/notice.ts';
import { type Operations, operation } from './operation.ts';

export const notices: Operations = {
  listNotices: operation('GET /me/notices', 'Notices', {
    summary: 'List the caller’s notices',
    description: 'The newest first, for 90 days.',
    query: PageQuery,
    responses: { 200: NoticePage },
    handler: async (request, { links }, reply) => {
      const { domain, callerId: userId, query } = request;
      const language = acceptedLanguage(request) ?? 'en';
      reply.header('content-language', language).header('vary', 'accept-language');
      const notices = await domain.listNotices({ ...query, userId });
      return {
        ...presentPage(notices, (notice) => presentNotice(notice, links, language)),
        unread: notices.unread,
      };
    },
  }),

  readNotices: operation('POST /me/notices/read', 'Notices', {
    summary: 'Mark notices as read',
    description: 'All that are not newer than an instant; repeating it changes nothing.',
    body: ReadNoticesBody,
    handler: ({ domain, callerId: userId, body }) =>
      domain.readNotices({ userId, before: instantOf(body.before) }),
  }),

  getNoticeSettings: operation('GET /me/notice-settings', 'Notices', {
    summary: 'Get the settings of notices',
    description:
      'By default mails and pushes, reminders a day and two hours before the start, and a daily digest of activity.',
    responses: { 200: NoticeSettingsShape },
    handler: async ({ domain, callerId }) =>
      presentNoticeSettings(await domain.getNoticeSettings({ userId: callerId })),
  }),

  changeNoticeSettings: operation('PUT /me/notice-settings', 'Notices', {
    summary: 'Change the settings of notices',
    description: 'Replaces them; what is absent of `activity` and of pushes stays as it is.',
    body: NoticeSettingsBody,
    responses: { 200: NoticeSettingsShape },
    handler: async ({ domain, callerId: userId, body: { reminders, ...body } }) =>
      presentNoticeSettings(
        await domain.changeNoticeSettings({ ...body, userId, reminders: reminders.map(minutesOf) }),
      ),
  }),

  announce: operation('POST /events/:id/announcements', 'Event management', {
    summary: 'Announce something to people of an event',
    description:
      'For its organizer and admins, five times a day for an event. People who block the organizer are not told.',
    problems: ['forbidden'],
    body: AnnounceBody,
    responses: { 201: AnnouncedShape },
    handler: ({ domain, callerId, params, body: { text, to } }) =>
      domain.announce({ eventId: params.id, callerId, text, to }),
  }),

  listAnnouncements: operation('GET /events/:id/announcements', 'My events', {
    summary: 'List the announcements of an event',
    description: 'The newest first, for its managers and everybody with an RSVP, a booking or an invitation.',
    problems: ['forbidden'],
    query: PageQuery,
    responses: { 200: pageOf(AnnouncementShape, 'announcements') },
    handler: async ({ domain, callerId, params, query }) =>
      presentPage(
        await domain.listAnnouncements({ ...query, eventId: params.id, callerId }),
        presentAnnouncement,
      ),
  }),
};
