import { setTimeout as delay } from 'node:timers/promises';
import { createMemoryWorld } from '@event-platform/domain/memory';
import t from 'tap';
import { openTestApp } from '../../../test-support/test-app.ts';

t.test('a download goes on for longer than other responses may take', async (t) => {
  const world = createMemoryWorld();
  // Signing in has all the time there is.
  const { call: ask } = await openTestApp(t, { app: world });
  const phone = '+491700000001';
  await ask('POST /v1/auth/otp/start', { body: { phone } });
  const code = world.smsSent.at(-1)?.code;
  const { body: as } = await ask('POST /v1/auth/otp/check', { body: { phone, code } });
  const handler = 20;
  async function* slowPages() {
    yield [];
    await delay(5 * handler);
    yield [];
  }
  const { call } = await openTestApp(t, {
    app: {
      ...world,
      timeouts: { handler },
      domain: {
        ...world.domain,
        exportAttendees: async () => {
          await delay(2 * handler);
          return { questions: [], pages: slowPages() };
        },
      },
    },
  });
  const response = await call('GET /v1/events/one/attendees.csv', { as });
  t.equal(response.status, 200);
  t.match(response.text, /^[^\r]+\r\n$/);
});
