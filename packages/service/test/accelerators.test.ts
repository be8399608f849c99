import t, { type Test } from 'tap';
import {
  openTestPostgres,
  type TestPostgres,
} from '../../adapters-postgres/test-support/open-test-postgres.ts';
import { openTestApp } from '../../http/test-support/test-app.ts';

/** Two services share a database, one of them without accelerators: what either writes, both answer alike, and at once. */
const open = (t: Test, { stores, postgres }: TestPostgres) =>
  openTestApp(t, {
    domain: { quotaScale: 0 },
    overrides: { stores, unitOfWork: postgres.unitOfWork },
  });

t.test('without accelerators every answer is the same', async (t) => {
  const database = await openTestPostgres(t);
  const plainDatabase = await openTestPostgres(t, { accelerators: [], url: database.url });
  const [fast, plain] = [await open(t, database), await open(t, plainDatabase)];
  const [olga, gus] = [await fast.person(), await fast.person()];
  const place = (lat: number) => ({ location: { address: 'Berlin', lat, lng: 13.4 } });
  const events = [
    await fast.event(olga, { title: 'Jazz night', capacity: 1, ...place(52.5) }),
    await plain.event(olga, { title: 'Night market', ...place(52.52) }),
    await fast.event(olga, { title: 'Quiet night', visibility: 'private' }),
    await plain.event(gus, { title: 'Market walk', ...place(48.1) }),
  ];
  const targets = [
    ...['/v1/events', '/v1/events?limit=1&page=2', '/v1/events?q=night', '/v1/events?q=nihgt+market'],
    ...['/v1/events?lat=52.5&lng=13.4&radiusKm=28', '/v1/events?category=music', '/v1/events?series=none'],
    ...[
      ...events.map(({ id }) => `/v1/events/${id}`),
      '/v1/me/events?role=going',
      '/v1/me/events?role=organizing',
    ],
    ...['/v1/categories', '/v1/auth/me', `/v1/users/${gus.id}`],
  ];
  const compare = async (what: string) => {
    for (const target of targets)
      for (const as of [olga, gus, undefined]) {
        const answers = [];
        // The accelerated service answers from memory the second time.
        for (const { call } of [fast, fast, plain]) {
          const { status, body } = await call(`GET ${target}`, { as });
          answers.push({ status, ...body, requestId: undefined });
        }
        t.strictSame(answers[0], answers[2], `${what}: GET ${target}`);
        t.strictSame(answers[1], answers[2], `${what}: GET ${target} again`);
      }
  };
  await compare('new events');
  const [jazz, market, quiet] = events;
  const writes: readonly [typeof fast, string, object][] = [
    [fast, `POST /v1/events/${market.id}/rsvp`, { as: gus, body: { status: 'going' } }],
    [plain, `POST /v1/events/${market.id}/rsvp`, { as: olga, body: { status: 'interested' } }],
    [plain, `PUT /v1/events/${jazz.id}/booking`, { as: gus, body: { quantity: 1 } }],
    [fast, `PUT /v1/events/${jazz.id}/booking`, { as: olga, body: { quantity: 1 } }],
    [plain, `DELETE /v1/events/${jazz.id}/booking`, { as: gus }],
    [plain, `PATCH /v1/events/${quiet.id}`, { as: olga, body: { visibility: 'public' } }],
    [fast, `PATCH /v1/events/${jazz.id}`, { as: olga, body: { title: 'Swing night' } }],
    [plain, `POST /v1/events/${market.id}/rsvp`, { as: gus, body: { status: null } }],
    [plain, `DELETE /v1/events/${market.id}`, { as: olga }],
  ];
  for (const [{ call }, target, options] of writes) {
    const { status, text } = await call(target, options);
    t.ok(status < 300, `${target}: ${status} ${text}`);
    await compare(`after ${target}`);
  }
});
