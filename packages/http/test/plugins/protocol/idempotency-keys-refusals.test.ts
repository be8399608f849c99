import t from 'tap';
import { key, repeatableParts, replayed, sendTwice } from '../../../test-support/keyed-calls.ts';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('keeps a refusal, and nothing that is about the moment', async (t) => {
  const app = await openTestApp(t, { domain: { emailDailyCap: 0 } });
  const { call, person, event, logged } = app;
  const [ann, ben] = [await person(), await person()];
  const { id } = await event(ann);
  await call('PATCH /v1/auth/me', { as: ben, body: { username: 'ben' } });
  const conflict = await sendTwice(t, app, 'PATCH /v1/auth/me', { as: ann, body: { username: 'Ben' } });
  isProblem(t, conflict, 409, 'username_taken');
  t.match(logged.at(-2), /"problem":"username_taken"/);
  await call('PATCH /v1/auth/me', { as: ben, body: { username: 'benjamin' } });
  const again = await call('PATCH /v1/auth/me', {
    as: ann,
    body: { username: 'Ben' },
    headers: key('"PATCH /v1/auth/me"'),
  });
  t.strictSame(repeatableParts(again), repeatableParts(conflict));
  const forbiddenResponse = await sendTwice(t, app, `POST /v1/events/${id}/cancel`, { as: ben });
  isProblem(t, forbiddenResponse, 403, 'forbidden');
  const unknown = '/v1/events/01973c5e-0000-7000-8000-000000000000/rsvp';
  const missingResponse = await sendTwice(t, app, `POST ${unknown}`, { as: ben, body: { status: null } });
  isProblem(t, missingResponse, 404, 'event_not_found');

  const inviting = { as: ann, body: { emails: ['guest@mail.example'] }, headers: key('"mail"') };
  for (const about of ['first', 'second']) {
    const response = await call(`POST /v1/events/${id}/invites`, inviting);
    isProblem(t, response, 429, 'rate_limited', about);
    t.equal(replayed(response), undefined, about);
  }
  const invalid = { as: ben, headers: key('"rsvp"') };
  const malformedResponse = await call(`POST /v1/events/${id}/rsvp`, {
    ...invalid,
    body: { status: 'perhaps' },
  });
  isProblem(t, malformedResponse, 400, 'invalid_request');
  const correctedResponse = await call(`POST /v1/events/${id}/rsvp`, {
    ...invalid,
    body: { status: 'going' },
  });
  t.equal(correctedResponse.status, 200, 'a body that never reached the domain used no key');
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
    const response = await call(target, { as: ann, body, headers: key(value) });
    isProblem(t, response, 400, 'invalid_request', value);
    t.strictSame(
      response.body.errors.map(({ path }: { path: string }) => path),
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
  const response = await sendTwice(t, app, 'POST /v1/auth/logout', { as: ann, body: {} });
  t.strictSame(response.body, { success: true });
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
