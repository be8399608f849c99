import { accountPolicy } from '@event-platform/domain';
import t from 'tap';
import { newEvent, openTestApp } from '../../test-support/test-app.ts';

/**
 * Walks every writing route of the application's own route table: each has a quota of the account, which refuses it
 * when it is spent, or a reason here why it can be repeated without one.
 */
const boundedOtherwise: Readonly<Record<string, string>> = {
  'POST /v1/auth/otp/start': 'budgets of SMS and of networks',
  'POST /v1/auth/otp/check': 'budgets of guesses',
  'POST /v1/auth/refresh': 'replaces one row of the session; each token is exchanged once',
  'POST /v1/auth/logout': 'ends what a sign-in began',
  'DELETE /v1/auth/sessions/:id': 'ends what a sign-in began',
  'POST /v1/auth/sessions/end-others': 'ends what sign-ins began',
  'DELETE /v1/auth/me': 'once an account',
  'POST /v1/pictures': 'a budget of its own, taken when the file was read',
  'DELETE /v1/pictures/:id': 'removes what an upload added',
  'DELETE /v1/me/devices/:id': 'removes what registering it added',
  'POST /v1/me/email/check': 'tries of a code; without one it writes nothing',
};

t.test('every writing route has a budget of its account', async (t) => {
  const { call, person, event, world } = await openTestApp(t, { domain: { quotaScale: 1 } });
  const [as, other] = [await person(), await person()];
  const { id } = await event(as, { enabledModules: ['bringList'] });
  const { id: circleId } = (await call('POST /v1/me/circles', { as, body: { name: 'Band' } })).body;
  const { body: item } = await call(`POST /v1/events/${id}/bring-list`, {
    as,
    body: { title: 'Salad', quantity: 2 },
  });
  const invites = `/v1/events/${id}/invites`;
  const inviteResponse = await call(`POST ${invites}`, { as, body: { userIds: [other.id] } });
  const { body: invitations } = await call(`GET ${invites}`, { as });
  const inviteId = invitations.data[0]?.id;
  await call(`POST /v1/events/${id}/rsvp`, { as, body: { status: 'going' } });
  const { body: series } = await call('POST /v1/event-series', {
    as,
    body: { event: newEvent(world), rule: 'FREQ=WEEKLY;COUNT=2' },
  });
  const webhook = { url: 'https://example.org/hook', types: ['rsvp.changed'], eventId: id };
  const webhookId = (await call('POST /v1/webhooks', { as, body: webhook })).body.id;
  const { body: delivery } = await call(`POST /v1/webhooks/${webhookId}/test`, { as });
  const ids: Readonly<Record<string, string>> = {
    userId: other.id,
    circleId,
    itemId: item.id,
    inviteId,
    invitationId: inviteId,
    bookingId: other.id,
    deliveryId: delivery.id,
    token: String(inviteResponse.body.inviteLink).split('/').at(-1) ?? '',
  };
  const bodies: Readonly<Record<string, unknown>> = {
    'PATCH /v1/auth/me': { name: 'Zoe' },
    'POST /v1/me/email': { email: 'ada@mail.example' },
    'POST /v1/events': newEvent(world),
    'PATCH /v1/events/:id': { title: 'Renamed' },
    'POST /v1/events/:id/rsvp': { status: null },
    'POST /v1/events/:id/save': { saved: false },
    'POST /v1/event-series': { event: newEvent(world), rule: 'FREQ=WEEKLY;COUNT=2' },
    'PATCH /v1/event-series/:id': { event: { title: 'Renamed' } },
    'POST /v1/event-series/:id/rsvp': { status: 'going' },
    'PUT /v1/me/devices/:id': { platform: 'expo', token: 'ExponentPushToken[one]' },
    'PUT /v1/events/:id/my-answers': { answers: {} },
    'PUT /v1/events/:id/booking': { quantity: 1 },
    'POST /v1/events/:id/check-in': { code: 'unknown' },
    'POST /v1/events/:id/bring-list': { title: 'Salad', quantity: 1 },
    'PATCH /v1/events/:id/bring-list/:itemId': { title: 'Bread' },
    'PUT /v1/events/:id/bring-list/:itemId/claim': { quantity: 1 },
    'POST /v1/events/:id/invites': { userIds: [other.id] },
    'POST /v1/me/circles': { name: 'Choir' },
    'PATCH /v1/me/circles/:id': { name: 'Choir' },
    'POST /v1/me/circles/:id/members': { userIds: [other.id] },
    'POST /v1/me/notices/read': { before: world.clock.now().toISOString() },
    'PUT /v1/me/notice-settings': { email: false, reminders: [] },
    'POST /v1/events/:id/announcements': { text: 'Doors open at six.', to: ['going'] },
    'POST /v1/webhooks': webhook,
    'PATCH /v1/webhooks/:id': { types: ['rsvp.changed'] },
    'POST /v1/reports': { eventId: id, reason: 'spam' },
  };
  const { body: document } = await call('GET /openapi.json');
  const routes = Object.entries(document.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations)
      // Operators have no quotas; to all others their routes are unknown.
      .filter((method) => method !== 'get' && !path.startsWith('/v1/operator'))
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  for (const { key, taken } of [...spentBudgets(as.id), { key: `announcements:${id}`, taken: 1_000_000 }])
    world.tables.quotas.set(key, {
      taken,
      until: new Date(world.clock.now().getTime() + 3_600_000),
      uses: [],
    });
  for (const target of routes.filter((one) => boundedOtherwise[one] === undefined)) {
    const url = target.replace(/:(\w+)/g, (_, name: string) => {
      if (name !== 'id') return ids[name] ?? name;
      if (target.includes('/circles')) return circleId;
      if (target.includes('/webhooks')) return webhookId;
      if (target.includes('/event-series')) return series.id;
      return target.includes('/invites/:id') || target.includes('event-invites') ? inviteId : id;
    });
    const { status, body } = await call(url, { as, ...(bodies[target] ? { body: bodies[target] } : {}) });
    t.strictSame([status, body?.code], [429, 'rate_limited'], `${target}: ${body?.detail}`);
  }
  for (const target of Object.keys(boundedOtherwise)) t.ok(routes.includes(target), `${target} exists`);
});

const spentBudgets = (user: string) =>
  Object.keys(accountPolicy.quotas).map((budget) => ({ key: `${budget}:${user}`, taken: 1_000_000 }));
