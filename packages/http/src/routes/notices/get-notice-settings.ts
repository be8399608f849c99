import { callerOf } from '../../authenticate.ts';
import { presentNoticeSettings } from '../../presenters/present-notice.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { NoticeSettingsShape } from '../../schemas/notice.ts';
import type { Route } from '../route.ts';

export const getNoticeSettings: Route = (app) => {
  app.get(
    '/me/notice-settings',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'getNoticeSettings',
        tags: ['Notices'],
        summary: 'Get the settings of notices',
        description: 'By default mails, and reminders a day and two hours before the start.',
        response: { 200: refTo(NoticeSettingsShape) },
      },
    },
    async (request) =>
      presentNoticeSettings(await request.domain.getNoticeSettings({ userId: callerOf(request).userId })),
  );
};
