import { callerOf } from '../../authenticate.ts';
import { minutesOf } from '../../input/durations.ts';
import { presentNoticeSettings } from '../../presenters/present-notice.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { NoticeSettingsBody, NoticeSettingsShape } from '../../schemas/notice.ts';
import type { Route } from '../route.ts';

export const changeNoticeSettings: Route = (app) => {
  app.put(
    '/me/notice-settings',
    {
      config: { auth: 'required', problems: ['rate_limited'] },
      schema: {
        operationId: 'changeNoticeSettings',
        tags: ['Notices'],
        summary: 'Change the settings of notices',
        description: 'Replaces all of them.',
        body: NoticeSettingsBody,
        response: { 200: refTo(NoticeSettingsShape) },
      },
    },
    async (request) => {
      const { email, reminders } = request.body;
      const { userId } = callerOf(request);
      return presentNoticeSettings(
        await request.domain.changeNoticeSettings({ userId, email, reminders: reminders.map(minutesOf) }),
      );
    },
  );
};
