import { createHmac } from 'node:crypto';
import t from 'tap';
import { openTellingService, until } from './telling-service.ts';

t.test('backends are told', async (t) => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;
  const operatorSecret = `whsec_${Buffer.from('an operator writes it down').toString('base64')}`;

  // The address of the operator's endpoint is known before the service starts.
  const scene = await openTellingService(t, (url) => ({
    WEBHOOK_URL: `${url}/operator`,
    WEBHOOK_SECRET: operatorSecret,
  }));
  const { clock, person, create, endpoint, query, logged } = scene;
  const organizer = await person('Ada Lovelace');
  const types = [
    'event.created',
    'event.changed',
    'event.cancelled',
    'event.deleted',
    'rsvp.changed',
    'booking.confirmed',
    'booking.waitlisted',
    'booking.cancelled',
    'invitation.accepted',
    'invitation.declined',
    'guest.removed',
    'guest.checked_in',
  ];
  /** Of notices only the operator hears, whatever an account names. */
  const named = [...types, 'notice.created'];

  const signedBy = (secret: string, { headers, text }: (typeof endpoint.received)[number]) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = createHmac('sha256', key).update(
      `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`,
    );
    return headers['webhook-signature']?.split(' ').includes(`v1,${signed.digest('base64')}`) ?? false;
  };

  const response = await organizer.asks('POST /v1/webhooks', { url: `${endpoint.url}/mine`, types: named });
  const { secret, ...webhook } = response.body;
  const path = `/v1/webhooks/${response.body.id}`;
  const deliveries = async () => (await organizer.asks(`GET ${path}/deliveries?limit=50`)).body.data;

  await t.test('a webhook shows its secret once, and is its owner’s', async (t) => {
    t.equal(response.status, 201);
    t.match(secret, /^whsec_[A-Za-z0-9+/]{32,}=*$/);
    t.strictSame((await organizer.asks('GET /v1/webhooks')).body.data, [webhook]);
    t.strictSame((await organizer.asks(`GET ${path}`)).body, webhook);
    const stranger = await person();
    for (const target of [
      `GET ${path}`,
      `PATCH ${path}`,
      `DELETE ${path}`,
      `POST ${path}/rotate`,
      `POST ${path}/test`,
      `GET ${path}/deliveries`,
      `POST ${path}/deliveries/${organizer.id}/retry`,
      'GET /v1/webhooks/x',
      'POST /v1/webhooks/x/test',
    ])
      t.match(
        await stranger.asks(target, target.startsWith('PATCH') ? {} : undefined),
        { status: 404, body: { code: 'not_found' } },
        target,
      );
    const post = (body: object) => stranger.asks('POST /v1/webhooks', body);
    for (const body of [
      {},
      { url: `${endpoint.url}`, types: [] },
      { url: endpoint.url, types: ['notice.dropped'] },
      { url: endpoint.url, types: ['x'] },
      { url: 'http://hooks.example.com/', types },
      { url: 'https://u:p@hooks.example.com/', types },
      { url: 'x', types },
      { url: 5, types },
      { url: endpoint.url, types: 'rsvp.changed' },
    ])
      t.equal((await post(body)).status, 400, JSON.stringify(body).slice(0, 80));
    const foreign = await create(organizer);
    t.equal((await post({ url: endpoint.url, types, eventId: foreign })).status, 403);
    const privateEvent = await create(organizer, { visibility: 'private' });
    t.equal((await post({ url: endpoint.url, types, eventId: privateEvent })).status, 404);
    // On a busy machine some of one account's writes wait too long for the others.
    const register = async () => {
      for (;;) {
        const response = await post({ url: endpoint.url, types });
        if (response.status !== 429 && response.status !== 503) return response;
      }
    };
    const statuses = await Promise.all(Array.from({ length: 24 }, register));
    t.equal(statuses.filter(({ status }) => status === 201).length, 20, 'at once');
    t.equal(statuses.filter(({ status }) => status === 409).length, 4);
  });

  await t.test('the owner and the operator hear of everything, as ids', async (t) => {
    const eventId = await create(organizer, { capacity: 1, visibility: 'private', title: 'Secret supper' });
    const event = `/v1/events/${eventId}`;
    const [first, second, third] = [await person(), await person(), await person()];
    await organizer.asks(`POST ${event}/invites`, { userIds: [first.id, second.id, third.id] });
    const accept = async (one: typeof first) => {
      const [{ token, id }] = (await one.asks('GET /v1/me/event-invites')).body.data;
      return one === third
        ? one.asks(`DELETE /v1/me/event-invites/${id}`)
        : one.asks(`POST /v1/event-invites/${token}/accept`);
    };
    for (const one of [first, second, third]) t.equal((await accept(one)).status, 200);
    const { code } = (await first.asks(`PUT ${event}/booking`, { quantity: 1 })).body;
    await second.asks(`PUT ${event}/booking`, { quantity: 1 });
    t.equal((await organizer.asks(`POST ${event}/check-in`, { code })).status, 200);
    await first.asks(`DELETE ${event}/booking`);
    await organizer.asks(`PATCH ${event}`, { title: 'Another secret' });
    await organizer.asks(`DELETE ${event}/attendees/${second.id}`);
    await organizer.asks(`POST ${event}/cancel`);
    await organizer.asks(`DELETE ${event}`);
    const heard = (where: string) => endpoint.at(where).filter(({ body }) => body.data.eventId === eventId);
    await until(() => types.every((type) => heard('/mine').some(({ body }) => body.type === type)));
    await until(() => types.every((type) => heard('/operator').some(({ body }) => body.type === type)));
    await until(() => heard('/operator').some(({ body }) => body.type === 'notice.created'));
    // In any order, and of each type more than one.
    const hasHeard = (type: string, data: object) =>
      heard('/mine').some(
        ({ body }) =>
          body.type === type && Object.entries(data).every(([name, value]) => body.data[name] === value),
      );
    await until(() => hasHeard('rsvp.changed', { userId: first.id, status: 'going' }));
    await until(() => hasHeard('booking.confirmed', { userId: first.id }));
    // From the queue.
    await until(() => hasHeard('booking.confirmed', { userId: second.id }));
    await until(() => hasHeard('event.changed', { sequence: 1 }));
    t.notOk(heard('/mine').some(({ body }) => body.type === 'notice.created'));
    for (const message of endpoint.received) {
      const words = message.text + JSON.stringify(message.headers);
      for (const private_ of ['ecret supper', 'Another secret', '+1555', 'Maybachufer', 'token', '192.0.2'])
        t.notOk(words.includes(private_), private_);
      t.strictSame(Object.keys(message.body).sort(), ['data', 'timestamp', 'type']);
      t.match(message.headers['content-type'], 'application/json');
      t.ok(signedBy(message.path === '/operator' ? operatorSecret : secret, message) || message.path === '/');
    }
    const ids = endpoint.received.map(({ headers }) => headers['webhook-id']);
    t.equal(new Set(ids).size, ids.length, 'each once');
    const foreign = await create(first);
    await first.asks(`POST /v1/events/${foreign}/rsvp`, { status: 'going' });
    await until(() =>
      endpoint
        .at('/operator')
        .some(({ body }) => body.data.eventId === foreign && body.type === 'rsvp.changed'),
    );
    t.strictSame(
      endpoint.at('/mine').filter(({ body }) => body.data.eventId === foreign),
      [],
    );
  });

  await t.test('a rotated secret signs beside the new one for a day', async (t) => {
    const rotateResponse = await organizer.asks(`POST ${path}/rotate`);
    t.equal(rotateResponse.status, 200);
    t.not(rotateResponse.body.secret, secret);
    const test = async () => {
      const before = endpoint.at('/mine').length;
      const { status, body } = await organizer.asks(`POST ${path}/test`);
      t.ok([200, 201, 202].includes(status));
      t.match(body, { type: 'webhook.test', status: 'pending' });
      await until(() => endpoint.at('/mine').length > before);
      return endpoint.at('/mine').at(-1) as (typeof endpoint.received)[number];
    };
    const both = await test();
    t.strictSame([signedBy(secret, both), signedBy(rotateResponse.body.secret, both)], [true, true]);
    clock.advance(day + minute);
    const one = await test();
    t.strictSame([signedBy(secret, one), signedBy(rotateResponse.body.secret, one)], [false, true]);
  });

  await t.test(
    'tries follow the schedule under one id, with fresh times, until they fail for good',
    async (t) => {
      await until(async () =>
        (await deliveries()).every(({ status }: { status: string }) => status === 'delivered'),
      );
      endpoint.statuses.set('/mine', 302);
      const before = endpoint.at('/mine').length;
      await create(organizer);
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        const { nextAttemptAt, status } = await until(async () => {
          const [newest] = await deliveries();
          return newest.type === 'event.created' && newest.attempts === attempt && newest;
        });
        if (attempt === 10) {
          t.equal(status, 'failed');
          break;
        }
        t.equal(status, 'pending');
        waits.push(Date.parse(nextAttemptAt) - clock.now().getTime());
        clock.set(new Date(Date.parse(nextAttemptAt)));
      }
      const expected = [
        5_000,
        5 * minute,
        30 * minute,
        2 * hour,
        5 * hour,
        10 * hour,
        14 * hour,
        20 * hour,
        24 * hour,
      ];
      t.ok(
        waits.every(
          (wait, index) => wait >= (expected[index] ?? 0) && wait <= (expected[index] ?? 0) * 1.1 + 1,
        ),
        JSON.stringify(waits),
      );
      const tries = endpoint.at('/mine').slice(before);
      t.equal(tries.length, 10);
      t.equal(new Set(tries.map(({ headers }) => headers['webhook-id'])).size, 1);
      t.equal(new Set(tries.map(({ headers }) => headers['webhook-timestamp'])).size, 10);
      t.equal(new Set(tries.map(({ text }) => text)).size, 1);
      const [failed] = await deliveries();
      t.match(failed, { status: 'failed', attempts: 10, lastStatus: 302, nextAttemptAt: null });
      t.strictSame(Object.keys(failed).sort(), [
        'attempts',
        'createdAt',
        'id',
        'lastStatus',
        'nextAttemptAt',
        'status',
        'type',
      ]);
      endpoint.statuses.delete('/mine');
      const again = await organizer.asks(`POST ${path}/deliveries/${failed.id}/retry`);
      t.ok([200, 202].includes(again.status));
      await until(async () => (await deliveries())[0].status === 'delivered');
      t.equal(endpoint.at('/mine').at(-1)?.headers['webhook-id'], tries[0]?.headers['webhook-id']);
      t.equal((await organizer.asks(`POST ${path}/deliveries/${organizer.id}/retry`)).status, 404);
    },
  );

  await t.test('410 and five days of failing disable, with a notice', async (t) => {
    endpoint.statuses.set('/mine', 410);
    await organizer.asks(`POST ${path}/test`);
    await until(async () => !(await organizer.asks(`GET ${path}`)).body.isEnabled);
    await until(async () => (await organizer.kinds())[0] === 'webhook_disabled');
    const count = endpoint.at('/mine').length;
    await create(organizer);
    endpoint.statuses.set('/mine', 500);
    t.match(await organizer.asks(`PATCH ${path}`, { isEnabled: true }), {
      status: 200,
      body: { isEnabled: true },
    });
    await create(organizer);
    await until(() => endpoint.at('/mine').length > count);
    clock.advance(5 * day + hour);
    await create(organizer);
    await until(async () => !(await organizer.asks(`GET ${path}`)).body.isEnabled);
    await until(
      async () => (await organizer.kinds()).filter((kind) => kind === 'webhook_disabled').length === 2,
    );
    t.equal((await organizer.asks(`DELETE ${path}`)).status, 204);
    t.equal((await organizer.asks(`GET ${path}`)).status, 404);
  });

  await t.test('nothing secret is logged or queued', async (t) => {
    const jobs = JSON.stringify(await query('select data, error from outbox'));
    for (const text of [jobs, logged.join('')])
      for (const private_ of ['+1555', '@example.org', 'whsec_', 'ecret supper', 'Maybachufer'])
        t.notOk(text.includes(private_), private_);
  });
});
