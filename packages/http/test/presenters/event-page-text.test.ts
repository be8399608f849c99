import type { EventSummary } from '@event-platform/domain';
import t from 'tap';
import { openTestApp } from '../../test-support/test-app.ts';

t.test('a page that many callers share is the one that each of them would get alone', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const ada = await person();
  const ben = await person();
  const concert = await event(ada, { title: 'Tea "for" two — 茶', price: 12.5, capacity: null });
  await event(ada, { coverUrl: 'https://example.com/tea.jpg', capacity: 12 });
  await call(`POST /v1/events/${concert.id}/rsvp`, { as: ben, body: { status: 'going' } });
  await call(`POST /v1/events/${concert.id}/save`, { as: ben, body: { saved: true } });
  const callers = [ada, ben, undefined];
  const lists = () => Promise.all(callers.map((as) => call('GET /v1/events?limit=20', { as })));
  const alone = await lists();
  const { list } = world.dependencies.stores.eventCatalog;
  const events = new Map<string, EventSummary>();
  Object.assign(world.dependencies.stores.eventCatalog, {
    list: async (...query: Parameters<typeof list>) => {
      const cataloguePage = await list(...query);
      const share = (event: EventSummary) =>
        events.get(event.id) ?? events.set(event.id, event).get(event.id);
      return {
        ...cataloguePage,
        items: cataloguePage.items.map((item) => ({ ...item, event: share(item.event) })),
      };
    },
  });
  for (let time = 0; time < 2; time += 1) {
    const sharedResponses = await lists();
    t.strictSame(
      sharedResponses.map(({ body }) => body),
      alone.map(({ body }) => body),
    );
    t.equal(sharedResponses[1]?.headers['content-type'], alone[1]?.headers['content-type']);
  }
  t.equal(events.size, 2);
  t.match(alone[1]?.body.data, [
    { myRsvp: 'going', isSaved: true },
    { myRsvp: null, isSaved: false },
  ]);
  const empty = await call('GET /v1/events?page=9', { as: ada });
  t.strictSame(empty.body, { data: [], meta: { total: 2, page: 9, limit: 20, next: null } });
});
