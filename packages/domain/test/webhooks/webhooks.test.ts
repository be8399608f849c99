import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { takeChanges, takeJobs } from '../../memory/outbox/memory-outbox.ts';
import { createDomain } from '../../src/create-domain.ts';
import { webhookTypes } from '../../src/outbox/change.ts';
import type { WebhookMessage } from '../../src/ports/messaging/webhook-sender.ts';
import { after, day, hour, minute, second } from '../../src/time.ts';
import { webhookPolicy } from '../../src/webhooks/webhook.ts';
import { event, faultsOf, person, refusal, unknownId } from '../support.ts';

const url = 'https://hooks.example.com/events';

/** An organizer with a webhook, whose endpoint responds as `status` says. */
const openScene = async (settings: object = {}) => {
  const endpoint: { status: number | null; duration: number; readonly messages: WebhookMessage[] } = {
    status: 204,
    duration: 0,
    messages: [],
  };
  const world = createMemoryWorld({
    settings,
    overrides: {
      webhookSender: {
        post: async (message) => {
          endpoint.messages.push(message);
          world.clock.advance(endpoint.duration);
          return endpoint.status;
        },
      },
    },
  });
  const { domain } = world;
  const [organizer, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizer);
  const { webhook, secret } = await domain.createWebhook({
    callerId: organizer,
    url,
    types: ['rsvp.changed', 'event.changed', 'rsvp.changed'],
  });
  const own = { callerId: organizer, webhookId: webhook.id };
  const rsvp = (state: 'going' | 'interested' | null) => domain.answerRsvp({ eventId, userId: guest, state });
  const later = async (milliseconds = 0) => {
    world.clock.advance(milliseconds);
    await world.performJobs();
  };
  const deliveries = async () => (await domain.listDeliveries(own)).items;
  return {
    world,
    domain,
    endpoint,
    organizer,
    guest,
    eventId,
    webhook,
    secret,
    own,
    rsvp,
    later,
    deliveries,
  };
};

t.test('an endpoint hears of what happens, as ids', async (t) => {
  const { endpoint, guest, eventId, webhook, secret, rsvp, later, deliveries, world } = await openScene();
  t.strictSame(webhook.types, ['rsvp.changed', 'event.changed']);
  await rsvp('going');
  await rsvp('going');
  await later();
  t.equal(endpoint.messages.length, 1, 'the same RSVP again is no news');
  const [{ id, body = '', secrets, isTrusted, at } = {}] = endpoint.messages;
  t.strictSame(JSON.parse(body), {
    type: 'rsvp.changed',
    timestamp: world.clock.now().toISOString(),
    data: { eventId, userId: guest, status: 'going' },
  });
  t.strictSame([secrets, isTrusted, at], [[secret], false, world.clock.now()]);
  t.match(await deliveries(), [
    { id, status: 'delivered', attempts: 1, lastStatus: 204, nextAttemptAt: null },
  ]);
});

t.test('an endpoint hears which state a booking came to, and of no notices', async (t) => {
  const { domain, endpoint, guest, eventId, own, later } = await openScene();
  await domain.changeWebhook({ ...own, types: [...webhookTypes] });
  await domain.bookSeats({ eventId, userId: guest, quantity: 1 });
  await domain.cancelBooking({ eventId, userId: guest });
  await domain.cancelEvent({ eventId, callerId: own.callerId });
  await later();
  const heard = endpoint.messages.map(({ body }) => JSON.parse(body));
  t.strictSame(heard.map(({ type, data: { status } }) => [type, status]).sort(), [
    ['booking.cancelled', 'cancelled'],
    ['booking.confirmed', 'confirmed'],
    ['event.cancelled', 'cancelled'],
    ['rsvp.changed', 'going'],
  ]);
});

t.test('a disabled webhook gets test messages alone, and tries each once', async (t) => {
  const { domain, endpoint, own, rsvp, later, deliveries } = await openScene();
  await domain.changeWebhook({ ...own, isEnabled: false });
  await rsvp('going');
  await domain.testWebhook(own);
  await later();
  t.strictSame(
    endpoint.messages.map(({ body }) => JSON.parse(body).type),
    ['webhook.test'],
  );
  t.match(await deliveries(), [{ status: 'delivered', lastStatus: 204 }]);
  endpoint.status = 500;
  await domain.testWebhook(own);
  await later();
  await later(minute);
  t.match((await deliveries())[0], { status: 'failed', attempts: 1, lastStatus: 500 });
  t.match(await domain.getWebhook(own), { isEnabled: false, failingSince: null });
});

t.test('a new account may have as many webhooks as others, and try them', async (t) => {
  const { domain, world } = await openScene();
  const callerId = await person(world);
  for (let count = 0; count < webhookPolicy.perAccount; count += 1) {
    const { webhook } = await domain.createWebhook({ callerId, url, types: ['rsvp.changed'] });
    await domain.testWebhook({ callerId, webhookId: webhook.id });
  }
  await t.rejects(domain.createWebhook({ callerId, url, types: ['rsvp.changed'] }), refusal('webhook_limit'));
});

t.test('an account that is erased meanwhile is not told of a limit', async (t) => {
  const { domain, world, organizer: callerId } = await openScene();
  await world.dependencies.stores.users.erase(callerId, world.clock.now());
  await t.rejects(
    domain.createWebhook({ callerId, url, types: ['rsvp.changed'] }),
    refusal('unauthenticated'),
  );
});

t.test('tries follow the policy under one id, until the last one fails', async (t) => {
  const { endpoint, rsvp, later, deliveries } = await openScene();
  endpoint.status = 500;
  await rsvp('going');
  await later();
  for (const [tries, delay] of webhookPolicy.retries.entries()) {
    t.match(await deliveries(), [{ status: 'pending', attempts: tries + 1, lastStatus: 500 }]);
    await later(delay - 1);
    t.equal(endpoint.messages.length, tries + 1, 'not before');
    await later(1);
  }
  t.match(await deliveries(), [{ status: 'failed', attempts: webhookPolicy.retries.length + 1 }]);
  t.equal(new Set(endpoint.messages.map(({ id }) => id)).size, 1);
});

t.test('an endpoint that is gone, or fails for five days, is disabled, and its owner told', async (t) => {
  const endedScene = await openScene();
  endedScene.endpoint.status = 410;
  await endedScene.rsvp('going');
  await endedScene.later();
  t.equal((await endedScene.domain.getWebhook(endedScene.own)).isEnabled, false);
  t.match((await endedScene.domain.listNotices({ userId: endedScene.organizer })).items, [
    { kind: 'webhook_disabled' },
  ]);
  await endedScene.rsvp(null);
  await endedScene.later();
  t.equal(endedScene.endpoint.messages.length, 1);

  const { domain, endpoint, own, rsvp, later } = await openScene();
  endpoint.status = null;
  await rsvp('going');
  await later();
  endpoint.status = 200;
  await later(5 * second);
  t.equal((await domain.getWebhook(own)).failingSince, null, 'a delivery forgets the failure');
  endpoint.status = null;
  await rsvp('interested');
  await later();
  await later(5 * day);
  await rsvp('going');
  await later();
  t.equal((await domain.getWebhook(own)).isEnabled, false);
  endpoint.status = 200;
  const enabledWebhook = await domain.changeWebhook({ ...own, isEnabled: true });
  t.match(enabledWebhook, { isEnabled: true, failingSince: null });
});

t.test('what waits for a try of a disabled webhook fails without one', async (t) => {
  const { domain, endpoint, own, rsvp, later, deliveries } = await openScene();
  endpoint.status = 503;
  await rsvp('going');
  await later();
  await domain.changeWebhook({ ...own, isEnabled: false });
  await later(6 * second);
  t.equal(endpoint.messages.length, 1);
  t.match(await deliveries(), [{ status: 'failed', attempts: 1, lastStatus: 503, nextAttemptAt: null }]);
});

t.test('a suspended account is told nothing, also not when it is lifted', async (t) => {
  const { world, domain, endpoint, organizer, guest, eventId, own, later } = await openScene();
  const admin = await person(world);
  await domain.addEventAdmin({ eventId, callerId: organizer, userId: admin });
  const { webhook } = await domain.createWebhook({ callerId: admin, url, types: ['rsvp.changed'] });
  await domain.deleteWebhook(own);
  const rsvp = (state: 'going' | 'interested' | null) => domain.answerRsvp({ eventId, userId: guest, state });
  const { moderation } = world.dependencies.stores;

  endpoint.status = 503;
  await rsvp('going');
  await later();
  t.equal(endpoint.messages.length, 1);
  endpoint.status = 204;
  await moderation.suspend(admin, { reason: 'Spam.', at: world.clock.now() });
  await rsvp('interested');
  await later(minute);
  t.equal(endpoint.messages.length, 1, 'neither again what failed before nor what happened since');
  await moderation.lift(admin);
  await later(hour);
  t.equal(endpoint.messages.length, 1);
  const { items } = await domain.listDeliveries({ callerId: admin, webhookId: webhook.id });
  t.match(items, [{ status: 'failed', attempts: 1, lastStatus: 503, nextAttemptAt: null }]);
  await rsvp(null);
  await later();
  t.equal(endpoint.messages.length, 2, 'what happens from then on is told');
});

t.test('an endpoint fails from when its first try began', async (t) => {
  const { world, domain, endpoint, own, rsvp, later } = await openScene();
  const began = world.clock.now();
  endpoint.status = 500;
  endpoint.duration = 9 * second;
  await rsvp('going');
  await later();
  t.strictSame((await domain.getWebhook(own)).failingSince, began);
});

t.test(
  'a delivery is retried by its owner, and one that waits for a try has one line of tries',
  async (t) => {
    const { domain, endpoint, own, rsvp, later, deliveries, guest } = await openScene();
    endpoint.status = 500;
    await rsvp('going');
    await later();
    endpoint.status = 200;
    const [{ id: deliveryId = '' } = {}] = await deliveries();
    t.match(await domain.retryDelivery({ ...own, deliveryId }), { status: 'pending', attempts: 0 });
    await later();
    t.match(await deliveries(), [{ status: 'delivered', attempts: 1 }]);
    await later(5 * minute);
    t.equal(endpoint.messages.length, 2);
    for (const wrong of ['x', unknownId])
      await t.rejects(domain.retryDelivery({ ...own, deliveryId: wrong }), refusal('not_found'));
    const other = (await domain.createWebhook({ callerId: guest, url, types: ['rsvp.changed'] })).webhook;
    await t.rejects(
      domain.retryDelivery({ callerId: guest, webhookId: other.id, deliveryId }),
      refusal('not_found'),
    );
  },
);

t.test('a try that ends after its owner asked for another one counts for nothing', async (t) => {
  const scene = await openScene();
  const { domain, endpoint, own, rsvp, later, deliveries, world } = scene;
  await rsvp('going');
  await domain.followChanges({ changes: takeChanges(world.tables, world.clock.now()) });
  endpoint.status = 500;
  await later();
  const [{ id: deliveryId = '' } = {}] = await deliveries();
  const racing = createDomain({
    ...world.dependencies,
    webhookSender: {
      post: async () => {
        await domain.retryDelivery({ ...own, deliveryId });
        return 200;
      },
    },
  });
  await racing.attemptFailingDelivery({ deliveryId, attempt: 1 });
  t.match(await deliveries(), [{ status: 'pending', attempts: 0 }]);
});

t.test('tries of an endpoint that fails wait in a queue of their own', async (t) => {
  const { world, domain, endpoint, webhook, rsvp, later } = await openScene();
  const queues = () =>
    world.tables.jobs.rows().map(({ queue, share }) => ({ queue, share: share === webhook.id }));
  const opened = async () => {
    await domain.followChanges({ changes: takeChanges(world.tables, world.clock.now()) });
    return queues();
  };
  const [usual, failing] = [
    { queue: 'webhook-deliveries', share: true },
    { queue: 'failing-deliveries', share: true },
  ];
  await rsvp('going');
  await rsvp(null);
  t.strictSame(await opened(), [usual, usual]);
  endpoint.status = null;
  for (const job of takeJobs(world.tables, world.clock.now()))
    if (job.queue === 'webhook-deliveries') await domain.attemptDelivery(job.data);
  t.strictSame(queues(), [failing, failing], 'the next try of one, and the other before its first');
  t.equal(endpoint.messages.length, 1);
  await rsvp('going');
  t.strictSame(await opened(), [failing, failing, failing]);
  endpoint.status = 204;
  await later(6 * second);
  await rsvp(null);
  t.strictSame(await opened(), [usual], 'as soon as it succeeds');
});

t.test('both secrets sign for a day after a rotation', async (t) => {
  const { domain, endpoint, secret, own, later } = await openScene();
  const rotated = await domain.rotateWebhookSecret(own);
  t.not(rotated.secret, secret);
  const test = async () => {
    t.match(await domain.testWebhook(own), { type: 'webhook.test', status: 'pending' });
    await later();
    return endpoint.messages.at(-1)?.secrets;
  };
  t.strictSame(await test(), [rotated.secret, secret]);
  await later(day);
  t.strictSame(await test(), [rotated.secret]);
});

t.test('webhooks are of their owner, in bounds', async (t) => {
  const { world, domain, organizer, guest, eventId, own, webhook } = await openScene();
  const create = (changes: object, callerId = organizer) =>
    domain.createWebhook({ callerId, url, types: ['rsvp.changed'], ...changes });
  for (const [changes, path] of [
    [{ url: 'http://hooks.example.com/' }, '/url'],
    [{ url: 'http://127.0.0.1/' }, '/url'],
    [{ url: 'https://user:secret@hooks.example.com/' }, '/url'],
    [{ url: `https://hooks.example.com/${'x'.repeat(3_000)}` }, '/url'],
    [{ url: 'ftp://hooks.example.com/' }, '/url'],
    [{ types: [] }, '/types'],
    [{ types: ['rsvp.changed', 'notice.dropped'] }, '/types/1'],
  ] as const)
    t.match(await faultsOf(create(changes)), [{ path }], JSON.stringify(changes).slice(0, 60));
  t.match(await faultsOf(domain.changeWebhook({ ...own, url: 'x', types: [] })), [
    { path: '/url' },
    { path: '/types' },
  ]);
  await t.rejects(create({ eventId }, guest), refusal('forbidden'));
  await t.rejects(create({ eventId: unknownId }), refusal('event_not_found'));
  for (const webhookId of [webhook.id, unknownId, 'x'])
    await t.rejects(domain.getWebhook({ callerId: guest, webhookId }), refusal('not_found'));
  for (let count = 1; count < webhookPolicy.perAccount; count += 1) await create({ eventId });
  await t.rejects(create({}), refusal('webhook_limit'));
  t.equal((await domain.listWebhooks({ callerId: organizer })).length, webhookPolicy.perAccount);
  t.match(await domain.changeWebhook({ ...own, url: `${url}/2`, types: ['guest.removed'] }), {
    url: `${url}/2`,
    types: ['guest.removed'],
  });
  await domain.deleteWebhook(own);
  await t.rejects(domain.getWebhook(own), refusal('not_found'));
  await domain.attemptDelivery({ deliveryId: unknownId, attempt: 0 });
  t.equal(world.tables.webhooks.rows().length, webhookPolicy.perAccount - 1);
});

t.test('in development endpoints may be on the same machine', async (t) => {
  const { domain, organizer } = await openScene({ allowLoopbackWebhooks: true });
  for (const local of ['http://localhost:8080/x', 'http://127.0.0.1/', 'http://[::1]:1/'])
    t.ok(await domain.createWebhook({ callerId: organizer, url: local, types: ['rsvp.changed'] }));
  t.match(
    await faultsOf(
      domain.createWebhook({ callerId: organizer, url: 'http://10.0.0.1/', types: ['rsvp.changed'] }),
    ),
    [{ path: '/url' }],
  );
});

t.test('the operator’s endpoint hears everything, of notices too, and is never disabled', async (t) => {
  const { world, domain, endpoint, organizer, eventId, rsvp, later } = await openScene();
  const operators = { id: unknownId, ownerId: null, url, eventId: null, isEnabled: true, generation: 0 };
  await world.dependencies.stores.webhooks.setOperator({
    ...operators,
    types: [
      'notice.created',
      'event.cancelled',
      'booking.confirmed',
      'guest.checked_in',
      'booking.cancelled',
    ],
    ...{ rotatedAt: null, failingSince: null, createdAt: world.clock.now() },
  });
  await rsvp('going');
  const { booking } = await domain.bookSeats({ eventId, userId: organizer, quantity: 1 });
  await domain.checkInGuest({ eventId, callerId: organizer, code: booking.code });
  await domain.cancelBooking({ eventId, userId: organizer });
  await domain.cancelEvent({ eventId, callerId: organizer });
  endpoint.messages.length = 0;
  await later();
  const types = endpoint.messages
    .filter(({ isTrusted }) => isTrusted)
    .map(({ body }) => JSON.parse(body).type);
  t.strictSame(types.sort(), [
    'booking.cancelled',
    'booking.confirmed',
    'event.cancelled',
    'guest.checked_in',
    'notice.created',
  ]);
  endpoint.status = 410;
  await domain.createWebhook({ callerId: organizer, url, types: ['event.created'] });
  await event(world, organizer);
  const next = await event(world, organizer);
  await domain.cancelEvent({ eventId: next.id, callerId: organizer });
  await later();
  endpoint.status = 500;
  await domain.cancelEvent({ eventId: (await event(world, organizer)).id, callerId: organizer });
  await later();
  await later(6 * day);
  t.equal((await world.dependencies.stores.webhooks.find(unknownId))?.isEnabled, true);
});

t.test('an endpoint of one event hears nothing of others', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizer, guest] = [await person(world), await person(world)];
  const [one, other] = [await event(world, organizer), await event(world, organizer)];
  await domain.createWebhook({ callerId: organizer, url, types: ['rsvp.changed'], eventId: one.id });
  for (const { id } of [other, one]) await domain.answerRsvp({ eventId: id, userId: guest, state: 'going' });
  await world.performJobs();
  t.strictSame(
    world.webhooksSent.map(({ body }) => JSON.parse(body).data.eventId),
    [one.id],
  );
});

t.test('an account gets a number of messages an hour', async (t) => {
  const { world, organizer, rsvp, later, deliveries } = await openScene({ quotaScale: 1 });
  world.tables.quotas.set(`webhook-messages:${organizer}`, {
    taken: webhookPolicy.messagesAnHour - 2,
    until: after(world.clock.now(), hour),
    uses: [],
  });
  for (const state of ['going', 'interested', 'going'] as const) {
    await rsvp(state);
    await later();
  }
  t.equal((await deliveries()).length, 2);
  await later(hour);
  await rsvp('interested');
  await later();
  t.equal((await deliveries()).length, 3);
});
