import { setImmediate as immediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import type { PublicItem } from '../../../src/discovery/pages/page-cache.ts';
import { sharedItems } from '../../../src/discovery/pages/shared-items.ts';

const itemOf = (changes: Partial<PublicItem> = {}): PublicItem => ({
  id: '0198f997-1cdd-7000-8000-000000000002' as PublicItem['id'],
  title: 'Rooftop birthday',
  description: 'Bring a chair.',
  coverUrl: null,
  startAt: new Date('2026-06-01T18:00:00Z'),
  endAt: new Date('2026-06-01T20:00:00Z'),
  location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.43 },
  timeZone: 'Europe/Berlin',
  priceMinor: 0,
  capacity: 20,
  visibility: 'public',
  status: 'scheduled',
  category: { slug: 'music', name: 'Music', emoji: '🎵' },
  ...changes,
});

t.test('equal items of pages in memory are one', async (t) => {
  const { share } = sharedItems();
  const kept = share(itemOf(), true);
  t.equal(share(itemOf(), true), kept);
  t.equal(share(itemOf(), false), kept, 'also for a page that is not kept');
});

t.test('an item that differs in any field is another, which later pages share', async (t) => {
  const changes: readonly Partial<PublicItem>[] = [
    { id: '0198f997-1cdd-7000-8000-000000000003' as PublicItem['id'] },
    { title: 'Rooftop party' },
    { description: '' },
    { coverUrl: 'https://example.org/cover.jpg' },
    { startAt: new Date('2026-06-01T18:00:00.001Z') },
    { endAt: new Date('2026-06-01T20:00:00.001Z') },
    { location: { address: 'Maybachufer 2, Berlin', lat: 52.49, lng: 13.43 } },
    { location: { address: 'Maybachufer 1, Berlin', lat: 52.5, lng: 13.43 } },
    { timeZone: null },
    { priceMinor: 1 },
    { capacity: null },
    { category: { slug: 'music', name: 'Concerts', emoji: '🎵' } },
  ];
  for (const change of changes) {
    const { share } = sharedItems();
    const former = share(itemOf(), true);
    const changed = share(itemOf(change), true);
    t.not(changed, former, Object.keys(change).join());
    t.equal(share(itemOf(change), true), changed);
  }
});

t.test(
  'an item of a page that is not kept is not shared, and one that no page holds is forgotten',
  async (t) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { share } = sharedItems();
    const alone = share(itemOf(), false);
    const other = itemOf();
    t.equal(share(other, false), other);
    t.not(other, alone);
    share(itemOf({ title: 'Dropped' }), true);
    // A weak reference holds its target until the end of the turn.
    await immediate();
    collect();
    const later = itemOf({ title: 'Dropped' });
    t.equal(share(later, false), later);
  },
);
