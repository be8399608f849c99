import { idempotencyPolicy } from '@event-platform/domain';
import t from 'tap';
import { key, replayed, sendTwice } from '../../../test-support/keyed-calls.ts';
import { isProblem, newEvent, openTestApp } from '../../../test-support/test-app.ts';

t.test('repeats the first response, byte for byte, without its effect', async (t) => {
  const app = await openTestApp(t);
  const { call, person, world } = app;
  const [ann, ben] = [await person(), await person()];
  const body = newEvent(world);
  const createResponse = await sendTwice(t, app, 'POST /v1/events', { as: ann, body });
  t.equal(createResponse.status, 201);
  t.match(createResponse.headers.location, /\/v1\/events\/|\/events\//);
  const { id } = createResponse.body;
  t.equal((await call('GET /v1/me/events?role=organizing', { as: ann })).body.meta.total, 1, 'one event');

  const unkeyedResponse = await call('POST /v1/events', { as: ann, body });
  t.strictSame(
    Object.keys(createResponse.headers).sort(),
    Object.keys(unkeyedResponse.headers).sort(),
    'the first response has no other headers than one without a key',
  );
  t.equal(createResponse.headers['content-type'], unkeyedResponse.headers['content-type']);
  t.strictSame(Object.keys(createResponse.body), Object.keys(unkeyedResponse.body));

  const going = await sendTwice(t, app, `POST /v1/events/${id}/rsvp`, { as: ben, body: { status: 'going' } });
  t.strictSame(going.body, { myRsvp: 'going', rsvpCount: 1 });
  await call(`POST /v1/events/${id}/rsvp`, { as: ben, body: { status: null } });
  const late = await call(`POST /v1/events/${id}/rsvp`, {
    as: ben,
    body: { status: 'going' },
    headers: key(`"POST /v1/events/${id}/rsvp"`),
  });
  t.strictSame(late.body, going.body, 'still the first response');
  t.equal((await call(`GET /v1/events/${id}`, { as: ben })).body.myRsvp, null, 'which changes nothing now');

  const admin = await sendTwice(t, app, `PUT /v1/events/${id}/admins/${ben.id}`, { as: ann });
  t.strictSame([admin.status, admin.text, admin.headers['content-type']], [204, '', undefined]);
  const renameResponse = await sendTwice(t, app, 'PATCH /v1/auth/me', { as: ann, body: { name: 'Ann' } });
  t.equal(renameResponse.body.name, 'Ann');
  const inviteResponse = await sendTwice(t, app, `POST /v1/events/${id}/invites`, {
    as: ann,
    body: { emails: ['guest@mail.example'] },
  });
  t.strictSame([inviteResponse.status, inviteResponse.body.sent], [201, 1]);
  await world.deliverMails();
  t.equal(world.mailsSent.length, 1);
});

t.test('keeps keys of callers, methods and paths apart, and tells another body', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [ann, ben] = [await person(), await person()];
  const [one, other] = [await event(ann), await event(ann)];
  const headers = key('"shared"');
  const response = (id: string, as: typeof ann, body: object) =>
    call(`POST /v1/events/${id}/rsvp`, { as, body, headers });
  t.strictSame((await response(one.id, ann, { status: 'going' })).body.rsvpCount, 1);
  t.strictSame((await response(one.id, ben, { status: 'interested' })).body.rsvpCount, 2);
  t.strictSame((await response(other.id, ann, { status: 'interested' })).body.rsvpCount, 1);
  const saved = await call(`POST /v1/events/${one.id}/save`, { as: ann, body: { saved: true }, headers });
  t.strictSame(saved.body, { isSaved: true });
  isProblem(t, await response(one.id, ann, { status: null }), 422, 'idempotency_key_reused');
  isProblem(t, await response(one.id, ann, { status: 'interested' }), 422, 'idempotency_key_reused');
  t.equal((await call(`GET /v1/events/${one.id}`, { as: ann })).body.myRsvp, 'going');
  const spacedResponse = await call(`POST /v1/events/${one.id}/rsvp`, {
    as: ann,
    raw: '{ "status": "going" }',
    headers: { ...headers, 'content-type': 'application/json' },
  });
  t.equal(replayed(spacedResponse), 'true', 'white space says nothing');
  const bare = await call(`POST /v1/events/${one.id}/rsvp`, {
    as: ann,
    body: { status: 'going' },
    headers: key('shared'),
  });
  t.equal(replayed(bare), 'true', 'a bare key is the same as a quoted one');
});

t.test('of parallel requests with one key one has an effect', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const ann = await person();
  const { id } = await event(ann);
  const create = () =>
    call('POST /v1/me/circles', { as: ann, body: { name: 'Friends' }, headers: key('"circle"') });
  const responses = await Promise.all(Array.from({ length: 50 }, create));
  const createResponses = responses.filter(({ status }) => status === 201);
  for (const response of responses.filter(({ status }) => status !== 201)) {
    isProblem(t, response, 409, 'idempotency_in_progress');
    t.equal(response.headers['retry-after'], String(idempotencyPolicy.retryAfterSeconds));
  }
  t.equal(createResponses.filter((response) => replayed(response) === undefined).length, 1);
  t.equal(new Set(createResponses.map(({ text }) => text)).size, 1);
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
  const response = await call('PATCH /v1/auth/me', {
    as: body,
    body: { name: 'Anna' },
    headers: key('"name"'),
  });
  t.strictSame([response.body.name, replayed(response)], ['Anna', undefined]);
});
