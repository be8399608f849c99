import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('an event shows its deadline and takes no other answer after it', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const [organizer, ada, bob] = [await person(), await person(), await person()];
  const rsvpUntil = '2026-06-01T12:10:00.000Z';
  const { id } = await event(organizer, { rsvpUntil, capacity: 5 });
  const at = `/v1/events/${id}`;
  const answer = (as: typeof ada, status: string | null) => call(`POST ${at}/rsvp`, { as, body: { status } });
  const book = (as: typeof ada, quantity: number) => call(`PUT ${at}/booking`, { as, body: { quantity } });
  t.equal((await call(`GET ${at}`)).body.rsvpUntil, rsvpUntil);
  t.notOk('rsvpUntil' in (await call('GET /v1/events')).body.data[0], 'in no list item');
  t.equal((await book(ada, 2)).status, 201);
  world.clock.set(new Date(rsvpUntil));
  isProblem(t, await answer(bob, 'going'), 409, 'rsvp_closed');
  isProblem(t, await answer(ada, 'interested'), 409, 'rsvp_closed');
  isProblem(t, await book(bob, 1), 409, 'rsvp_closed');
  isProblem(t, await book(ada, 3), 409, 'rsvp_closed');
  t.equal((await answer(ada, 'going')).status, 200);
  t.equal((await book(ada, 1)).status, 200);
  t.equal((await call(`DELETE ${at}/booking`, { as: ada })).status, 204);
  t.equal((await answer(ada, null)).status, 200);

  const change = (body: object) => call(`PATCH ${at}`, { as: organizer, body });
  const late = await change({ rsvpUntil: '2030-01-01T00:00:00Z' });
  isProblem(t, late, 400, 'invalid_request');
  t.equal(late.body.errors[0].path, '/rsvpUntil');
  t.equal((await change({ title: 'Later' })).body.rsvpUntil, rsvpUntil);
  t.equal((await change({ rsvpUntil: null })).body.rsvpUntil, null);
  t.equal((await answer(bob, 'going')).status, 200);
  t.equal((await call(`GET ${at}`)).body.rsvpCount, 1);
});
