import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('a caller’s invitations come in pages', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [organizer, guest] = [await person(), await person()];
  const ids: string[] = [];
  for (const day of ['04', '02', '03']) {
    const { id } = await event(organizer, {
      title: day,
      startAt: `2026-06-${day}T12:00:00Z`,
      endAt: `2026-06-${day}T13:00:00Z`,
    });
    ids.push(id);
    await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds: [guest.id] } });
  }
  const list = async (query: string) => {
    const { body } = await call(`GET /v1/me/event-invites${query}`, { as: guest });
    return body.data.map((invite: { event: { title: string } }) => invite.event.title);
  };
  t.strictSame(await list(''), ['02', '03', '04']);
  t.strictSame(await list('?limit=2'), ['02', '03']);
  t.strictSame(await list('?limit=2&page=2'), ['04']);
  t.strictSame(await list('?limit=100&page=2'), []);
  for (const query of ['?limit=0', '?limit=101', '?page=0', '?page=x', '?limit=1&limit=2'])
    isProblem(
      t,
      await call(`GET /v1/me/event-invites${query}`, { as: guest }),
      400,
      'invalid_request',
      query,
    );
});
