import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTwinCatalogs } from '../twin-catalogs.ts';

const { anyEvent, now, documentOf } = fixtures;
const hour = 3_600_000;

const searches = [
  { what: 'lists', text: null, order: 'time' },
  { what: 'searches', text: [[{ word: 'concert', prefix: false }]], order: 'relevance' },
] as const;

for (const { what, text, order } of searches)
  t.test(`after a change the ${what} of a neighbourhood come from memory again`, async (t) => {
    const twins = await openTwinCatalogs();
    t.teardown(twins.close);
    let plans = 0;
    const catalog = twins.catalog({
      onPlan: () => {
        plans += 1;
      },
    });
    const [stores] = twins.stores;
    const event = await twins.add({
      title: 'Concert',
      startAt: new Date(now.getTime() + hour),
      endAt: new Date(now.getTime() + 2 * hour),
      location: { address: 'Berlin', lat: 52.51, lng: 13.4 },
    });
    const rest = { ...anyEvent, recentSince: new Date(0), text };
    /** A list around a place at which none was asked for before, and whether it took a statement of its own. */
    const readAt = async (place: number) => {
      const before = plans;
      const area = { lat: 52.5001 + place * 1e-5, lng: 13.3901, radiusKm: 50 };
      const { items } = await catalog.list({ ...rest, area }, order, null, { page: 1, limit: 6 });
      return [items[0]?.event.title, plans > before];
    };
    let place = 0;
    /** The title that lists show until one comes from memory: the page of the tile is loaded in the background. */
    const titleInMemory = async () => {
      for (;;) {
        place += 1;
        const [title, isRead] = await readAt(place);
        if (!isRead) return title;
      }
    };
    t.equal(await titleInMemory(), event.title);
    const renamed = { title: 'Renamed concert' };
    await stores.events.change(event.id, event.sequence, renamed, documentOf({ ...event, ...renamed }), now);
    t.strictSame(await readAt(place + 1), ['Renamed concert', true]);
    t.equal(await titleInMemory(), 'Renamed concert');
  });
