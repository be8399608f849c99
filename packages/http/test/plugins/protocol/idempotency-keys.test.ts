import { idempotencyPolicy } from '@event-platform/domain';
import t, { type Test } from 'tap';
import {
  type Answer,
  type Call,
  isProblem,
  newEvent,
  openTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';

const replayed = ({ headers }: Answer) => headers['idempotency-replayed'];
const key = (value: string) => ({ 'idempotency-key': value });
/** What a repetition gets again. */
const kept = ({ status, headers, text }: Answer) => [status, headers['content-type'], headers.location, text];

/** Sends the same call twice with a key of its own, and expects one effect and one answer. */
const sendTwice = async (t: Test, { call }: TestApp, target: string, options: Call, name = target) => {
  const keyed = { ...options, headers: key(`"${name}"`) };
  const first = await call(target, keyed);
  const second = await call(target, keyed);
  t.strictSame(kept(second), kept(first), `${name}: the same answer`);
  t.strictSame([replayed(first), replayed(second)], [undefined, 'true'], name);
  t.not(second.headers['x-request-id'], first.headers['x-request-id'], `${name}: another response`);
  return first;
};

t.test('repeats the first answer, byte for byte, without its effect', async (t) => {
  const app = await openTestApp(t);
  const { call, person, world } = app;
  const [ann, ben] = [await person(), await person()];
  const body = newEvent(world);
  const created = await sendTwice(t, app, 'POST /v1/events', { as: ann, body });
  t.equal(created.status, 201);
  t.match(created.headers.location, /\/v1\/events\/|\/events\//);
  const { id } = created.body;
  t.equal((await call('GET /v1/me/events?role=organizing', { as: ann })).body.meta.total, 1, 'one event');

  const unkeyed = await call('POST /v1/events', { as: ann, body });
  t.strictSame(
    Object.keys(created.headers).sort(),
    Object.keys(unkeyed.headers).sort(),
    'the first answer has no other headers than one without a key',
  );
  t.equal(created.headers['content-type'], unkeyed.headers['content-type']);
  t.strictSame(Object.keys(created.body), Object.keys(unkeyed.body));

  const going = await sendTwice(t, app, `POST /v1/events/${id}/rsvp`, { as: ben, body: { status: 'going' } });
  t.strictSame(going.body, { myRsvp: 'going', rsvpCount: 1 });
  await call(`POST /v1/events/${id}/rsvp`, { as: ben, body: { status: null } });
  const late = await call(`POST /v1/events/${id}/rsvp`, {
    as: ben,
    body: { status: 'going' },
    headers: key(`"POST /v1/events/${id}/rsvp"`),
  });
  t.strictSame(late.body, going.body, 'still the first answer');
  t.equal((await call(`GET /v1/events/${id}`, { as: ben })).body.myRsvp, null, 'which changes nothing now');

  const admin = await sendTwice(t, app, `PUT /v1/events/${id}/admins/${ben.id}`, { as: ann });
  t.strictSame([admin.status, admin.text, admin.headers['content-type']], [204, '', undefined]);
  const renamed = await sendTwice(t, app, 'PATCH /v1/auth/me', { as: ann, body: { name: 'Ann' } });
  t.equal(renamed.body.name, 'Ann');
  const invited = await sendTwice(t, app, `POST /v1/events/${id}/invites`, {
    as: ann,
    body: { emails: ['guest@mail.example'] },
  });
  t.strictSame([invited.status, invited.body.sent], [201, 1]);
  await world.deliverMails();
  t.equal(world.mailsSent.length, 1);
});

t.test('keeps keys of callers, methods and paths apart, and tells another body', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [ann, ben] = [await person(), await person()];
  const [one, other] = [await event(ann), await event(ann)];
  const headers = key('"shared"');
  const answer = (id: string, as: typeof ann, body: object) =>
    call(`POST /v1/events/${id}/rsvp`, { as, body, headers });
  t.strictSame((await answer(one.id, ann, { status: 'going' })).body.rsvpCount, 1);
  t.strictSame((await answer(one.id, ben, { status: 'interested' })).body.rsvpCount, 2);
  t.strictSame((await answer(other.id, ann, { status: 'interested' })).body.rsvpCount, 1);
  const saved = await call(`POST /v1/events/${one.id}/save`, { as: ann, body: { saved: true }, headers });
  t.strictSame(saved.body, { isSaved: true });
  isProblem(t, await answer(one.id, ann, { status: null }), 422, 'idempotency_key_reused');
  isProblem(t, await answer(one.id, ann, { status: 'interested' }), 422, 'idempotency_key_reused');
  t.equal((await call(`GET /v1/events/${one.id}`, { as: ann })).body.myRsvp, 'going');
  const spaced = await call(`POST /v1/events/${one.id}/rsvp`, {
    as: ann,
    raw: '{ "status": "going" }',
    headers: { ...headers, 'content-type': 'application/json' },
  });
  t.equal(replayed(spaced), 'true', 'white space says nothing');
  const bare = await call(`POST /v1/events/${one.id}/rsvp`, {
    as: ann,
    body: { status: 'going' },
    headers: key('shared'),
  });
  t.equal(replayed(bare), 'true', 'a bare key is the same as a quoted one');
});

t.test('keeps a refusal, and nothing that is about the moment', async (t) => {
  const app = await openTestApp(t, { domain: { emailDailyCap: 0 } });
  const { call, person, event, logged } = app;
  const [ann, ben] = [await person(), await person()];
  const { id } = await event(ann);
  await call('PATCH /v1/auth/me', { as: ben, body: { username: 'ben' } });
  const taken = await sendTwice(t, app, 'PATCH /v1/auth/me', { as: ann, body: { username: 'Ben' } });
  isProblem(t, taken, 409, 'username_taken');
  t.match(logged.at(-2), /"problem":"username_taken"/);
  await call('PATCH /v1/auth/me', { as: ben, body: { username: 'benjamin' } });
  const again = await call('PATCH /v1/auth/me', {
    as: ann,
    body: { username: 'Ben' },
    headers: key('"PATCH /v1/auth/me"'),
  });
  t.strictSame(kept(again), kept(taken));
  const forbidden = await sendTwice(t, app, `POST /v1/events/${id}/cancel`, { as: ben });
  isProblem(t, forbidden, 403, 'forbidden');
  const unknown = '/v1/events/01973c5e-0000-7000-8000-000000000000/rsvp';
  const missing = await sendTwice(t, app, `POST ${unknown}`, { as: ben, body: { status: null } });
  isProblem(t, missing, 404, 'event_not_found');

  const inviting = { as: ann, body: { emails: ['guest@mail.example'] }, headers: key('"mail"') };
  for (const about of ['first', 'second']) {
    const answer = await call(`POST /v1/events/${id}/invites`, inviting);
    isProblem(t, answer, 429, 'rate_limited', about);
    t.equal(replayed(answer), undefined, about);
  }
  const invalid = { as: ben, headers: key('"rsvp"') };
  const malformed = await call(`POST /v1/events/${id}/rsvp`, { ...invalid, body: { status: 'perhaps' } });
  isProblem(t, malformed, 400, 'invalid_request');
  const corrected = await call(`POST /v1/events/${id}/rsvp`, { ...invalid, body: { status: 'going' } });
  t.equal(corrected.status, 200, 'a body that never reached the domain used no key');
});

t.test('keeps nothing of a request that fails, and repeats it', async (t) => {
  let failures = 1;
  const { call, person, event, world, logged } = await openTestApp(t);
  const ann = await person();
  const { id } = await event(ann);
  const { tables } = world;
  const set = tables.saved.set;
  tables.saved.set = (...row) => {
    set(...row);
    failures -= 1;
    if (failures >= 0) throw new Error('the disk is full');
  };
  const save = () =>
    call(`POST /v1/events/${id}/save`, { as: ann, body: { saved: true }, headers: key('"save"') });
  isProblem(t, await save(), 500, 'internal_error');
  t.match(logged.join(''), /unexpected error/);
  t.equal((await call(`GET /v1/events/${id}`, { as: ann })).body.isSaved, false);
  const second = await save();
  t.strictSame([second.status, replayed(second)], [200, undefined]);
  t.equal((await call(`GET /v1/events/${id}`, { as: ann })).body.isSaved, true);
});

t.test('authenticates first, then reads the key', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const ann = await person();
  const { id } = await event(ann);
  const target = `POST /v1/events/${id}/rsvp`;
  const body = { status: 'going' };
  const wrong = [
    '',
    '""',
    '"open',
    'a b',
    'a,b',
    '"a", "b"',
    '"a";p=1',
    'é',
    '"é"',
    '"\\x"',
    `"${'x'.repeat(256)}"`,
  ];
  for (const value of wrong) {
    const answer = await call(target, { as: ann, body, headers: key(value) });
    isProblem(t, answer, 400, 'invalid_request', value);
    t.strictSame(
      answer.body.errors.map(({ path }: { path: string }) => path),
      ['/idempotency-key'],
    );
    isProblem(t, await call(target, { body, headers: key(value) }), 401, 'unauthenticated', value);
  }
  for (const value of [`"${'x'.repeat(255)}"`, 'x'.repeat(255), '"a \\" \\\\ b"', '~!#$%&*()-_=+'])
    t.equal((await call(target, { as: ann, body, headers: key(value) })).status, 200, value);
  const headers = key('"mine"');
  await call(target, { as: ann, body, headers });
  await call('POST /v1/auth/logout', { as: ann, body: {} });
  isProblem(t, await call(target, { as: ann, body, headers }), 401, 'unauthenticated');
});

t.test('repeats a logout, whose bearer has no session any more', async (t) => {
  const app = await openTestApp(t);
  const ann = await app.person();
  const answer = await sendTwice(t, app, 'POST /v1/auth/logout', { as: ann, body: {} });
  t.strictSame(answer.body, { success: true });
});

t.test('ignores the key where nothing is kept', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const ann = await person();
  const { id } = await event(ann);
  const headers = key('"any"');
  const rotate = () => call('POST /v1/me/calendar/rotate', { as: ann, headers });
  const [one, other] = [await rotate(), await rotate()];
  t.not(one.body.url, other.body.url, 'a secret address is given once');
  for (const target of ['GET /v1/auth/me', `GET /v1/events/${id}`])
    t.equal(replayed(await call(target, { as: ann, headers: key('malformed "') })), undefined);
  const remove = () => call(`DELETE /v1/events/${id}`, { as: ann, headers });
  t.equal((await remove()).status, 204);
  t.equal((await remove()).status, 404);
});

t.test('of parallel requests with one key one has an effect', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const ann = await person();
  const { id } = await event(ann);
  const create = () =>
    call('POST /v1/me/circles', { as: ann, body: { name: 'Friends' }, headers: key('"circle"') });
  const answers = await Promise.all(Array.from({ length: 50 }, create));
  const created = answers.filter(({ status }) => status === 201);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    isProblem(t, answer, 409, 'idempotency_in_progress');
    t.equal(answer.headers['retry-after'], String(idempotencyPolicy.retryAfterSeconds));
  }
  t.equal(created.filter((answer) => replayed(answer) === undefined).length, 1);
  t.equal(new Set(created.map(({ text }) => text)).size, 1);
  t.equal((await call('GET /v1/me/circles', { as: ann })).body.meta.total, 1);
  t.ok(id);
});

t.test('forgets a key after 24 hours', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const ann = await person();
  const rename = async (name: string) =>
    replayed(await call('PATCH /v1/auth/me', { as: ann, body: { name }, headers: key('"name"') }));
  t.equal(await rename('Ann'), undefined);
  t.equal(await rename('Ann'), 'true');
  world.clock.advance(idempotencyPolicy.retention);
  const { body } = await call('POST /v1/auth/refresh', { body: { refreshToken: ann.refreshToken } });
  const answer = await call('PATCH /v1/auth/me', {
    as: body,
    body: { name: 'Anna' },
    headers: key('"name"'),
  });
  t.strictSame([answer.body.name, replayed(answer)], ['Anna', undefined]);
});
