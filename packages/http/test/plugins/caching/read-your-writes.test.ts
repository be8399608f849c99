import { DomainError } from '@event-platform/domain';
import t from 'tap';
import type { ReadYourWrites } from '../../../src/plugins/caching/read-your-writes.ts';
import { openTestApp } from '../../../test-support/test-app.ts';

t.test('what a caller may write by is surrounded, whatever becomes of it', async (t) => {
  const writes: string[] = [];
  let isDown = false;
  const readYourWrites: ReadYourWrites = {
    begin: (user) => void writes.push(`begin ${user}`),
    end: async (user) => {
      await new Promise(setImmediate);
      writes.push(`end ${user}`);
      if (isDown) throw new Error('the writer is away');
    },
  };
  const { call, person, event, logged } = await openTestApp(t, { app: { readYourWrites } });
  const guest = await person();
  t.strictSame(writes, [], 'signing in is looked up on the writer anyway');
  const { id } = await event(guest);
  const once = [`begin ${guest.id}`, `end ${guest.id}`];
  t.strictSame(writes.splice(0), once, 'it is over before the answer comes');

  for (const path of [`/v1/events/${id}`, '/v1/me/events?role=going', '/v1/auth/me'])
    t.equal((await call(`GET ${path}`, { as: guest })).status, 200);
  t.equal((await call('DELETE /v1/auth/me')).status, 401);
  t.strictSame(writes, [], 'neither reading nor an unknown caller');

  const refusal = await call('POST /v1/events', { as: guest, body: { title: 'Without a place' } });
  t.equal(refusal.status, 400);
  t.equal((await call('DELETE /v1/events/unknown', { as: guest })).status, 404);
  for (const user of new Set(writes.map((line) => line.split(' ')[1]))) {
    const lines = writes.filter((line) => line.endsWith(` ${user}`));
    t.equal(lines.filter((line) => line.startsWith('begin')).length, lines.length / 2, 'pairs');
  }

  isDown = true;
  const response = await call(`POST /v1/events/${id}/rsvp`, { as: guest, body: { status: 'going' } });
  t.equal(response.status, 200, 'what was written stays written');
  t.match(logged.join('\n'), /a write may be read late/);
});

t.test('no response waits for a writer that hangs', async (t) => {
  let hangs = false;
  const never = new Promise<void>(() => undefined);
  const readYourWrites: ReadYourWrites = {
    begin: () => undefined,
    end: () => (hangs ? never : Promise.resolve()),
  };
  const { call, person, event, world } = await openTestApp(t, { app: { readYourWrites } });
  const guest = await person();
  const { id } = await event(guest);
  hangs = true;
  const body = { status: 'going' };
  t.equal((await call(`POST /v1/events/${id}/rsvp`, { as: guest, body })).status, 200);
  const unavailable = new DomainError({ code: 'unavailable', retryAfterSeconds: 5 });
  Object.assign(world.domain, { answerRsvp: () => Promise.reject(unavailable) });
  const refusal = await call(`POST /v1/events/${id}/rsvp`, { as: guest, body });
  t.equal(refusal.status, 503);
  t.match(refusal.headers, { 'content-type': 'application/problem+json', 'retry-after': '5' });
});
