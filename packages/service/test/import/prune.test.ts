import { signUp } from '@event-platform/domain';
import { createMemoryWorld } from '@event-platform/domain/memory';
import { mappedTimeZones } from '@event-platform/node';
import t from 'tap';
import { fileKeys } from '../../src/import/file/file-keys.ts';
import { readItems } from '../../src/import/file/read-items.ts';
import { importLines } from '../../src/import/import-lines.ts';
import { prune } from '../../src/import/prune.ts';

const eventOf = (id: string, more: object = {}) => ({
  '@id': id,
  title: `Event ${id}`,
  description: '',
  startAt: '2030-03-01T19:00:00Z',
  endAt: '2030-03-01T22:00:00Z',
  location: { address: 'Somewhere 1, Berlin', lat: 52.5, lng: 13.4 },
  category: 'games',
  ...more,
});

const scene = async () => {
  const world = createMemoryWorld();
  const { user } = await signUp(world.dependencies)({ phone: '+491713920037', name: '' });
  const sync = async (lines: readonly unknown[], { isTrial = false, answer = true } = {}) => {
    const keys = fileKeys();
    async function* read() {
      for (const [index, line] of lines.entries())
        yield {
          number: index + 1,
          text: typeof line === 'string' ? line : JSON.stringify(line),
          bytesRead: 0,
        };
    }
    const counts = await importLines(world.domain.importEvents)({
      items: readItems(read()),
      organizerId: user.id,
      currency: 'EUR',
      timeZones: mappedTimeZones(),
      now: world.dependencies.clock.now(),
      onFault: () => undefined,
      keys,
      isTrial,
    });
    const command = { organizerId: user.id, keys, counts, isTrial, confirm: async () => answer };
    return prune(world.domain.pruneImports)(command);
  };
  const scheduled = () =>
    world.tables.events.rows().flatMap(({ status, title }) => (status === 'scheduled' ? [title] : []));
  return { world, sync, scheduled };
};

t.test('cancels what the file no longer has, once it is confirmed', async (t) => {
  const { sync, scheduled } = await scene();
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => eventOf(id));
  t.equal(await sync(all), 'Nothing to prune: the file has all events to come.');
  const less = [eventOf('a')];
  const named = 'Event b; Event c; Event d; Event e; Event f; …';
  t.equal(
    await sync(less, { isTrial: true }),
    `6 events that the file does not have would be cancelled: ${named}.`,
  );
  t.equal(await sync(less, { answer: false }), 'Nothing is pruned.');
  t.equal(scheduled().length, 7);
  t.equal(await sync(less), '6 events that the file does not have are cancelled.');
  t.strictSame(scheduled(), ['Event a']);
});

t.test('a file that does not tell what is gone prunes nothing', async (t) => {
  const { sync, scheduled } = await scene();
  await sync([eventOf('a'), eventOf('b')]);
  t.equal(await sync([]), 'Nothing is pruned: the file has no event.');
  t.match(await sync([eventOf('a'), 'cut off']), /^Nothing is pruned: one line does not tell which event/);
  t.equal(
    await sync([eventOf('a'), eventOf('b', { title: '' })]),
    'Nothing to prune: the file has all events to come.',
  );
  t.equal(
    await sync([eventOf('a'), { ...eventOf('b'), location: 'x' }]),
    'Nothing to prune: the file has all events to come.',
  );
  t.equal(scheduled().length, 2);
});
