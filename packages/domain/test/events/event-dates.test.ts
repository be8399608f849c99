import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { defaultSettings } from '../../src/settings.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { event, faultsOf, person } from '../support.ts';

const tooEarly = { path: '/startAt', message: 'must be at most 24 hours ago' };
const tooLong = { path: '/endAt', message: 'must be at most 92 days after startAt' };

t.test('an event begins at the earliest 24 hours ago and lasts at most 92 days', async (t) => {
  const world = createMemoryWorld({ settings: defaultSettings });
  const organizerId = await person(world);
  const yesterday = after(world.clock.now(), -24 * hour);
  t.ok(await event(world, organizerId, { startAt: yesterday, endAt: after(yesterday, 92 * day) }));
  const dates = { startAt: after(yesterday, -1), endAt: after(yesterday, 92 * day) };
  t.strictSame(await faultsOf(event(world, organizerId, dates)), [tooEarly, tooLong]);
});

t.test('moving an event meets the bounds, changing anything else does not', async (t) => {
  const world = createMemoryWorld({ settings: defaultSettings });
  const callerId = await person(world);
  const { id: eventId, startAt, endAt } = await event(world, callerId);
  const update = (changes: object) => world.domain.updateEvent({ eventId, callerId, changes });
  t.strictSame(await faultsOf(update({ endAt: after(startAt, 93 * day) })), [tooLong]);
  t.strictSame(await faultsOf(update({ startAt: after(world.clock.now(), -25 * hour) })), [tooEarly]);
  world.clock.advance(100 * day);
  t.hasStrict(await update({ title: 'Renamed', startAt, endAt }), { title: 'Renamed', startAt });
  t.ok(await update({ endAt: after(endAt, hour) }), 'an end that moves leaves the start alone');
  t.strictSame(await faultsOf(update({ startAt: after(startAt, minute) })), [tooEarly]);
});

t.test('importers and deployments without quotas are free of the bounds', async (t) => {
  const long = { startAt: new Date('1970-01-01T00:00:00Z'), endAt: new Date('9999-01-01T00:00:00Z') };
  const unboundedWorld = createMemoryWorld({ settings: { ...defaultSettings, quotaScale: 0 } });
  t.ok(await event(unboundedWorld, await person(unboundedWorld), long));
  const eventQuotas: Record<string, number> = {};
  const world = createMemoryWorld({ settings: { ...defaultSettings, eventQuotas } });
  const importer = await person(world);
  eventQuotas[importer] = 1_000;
  t.ok(await event(world, importer, long));
  t.strictSame(await faultsOf(event(world, await person(world), long)), [tooEarly, tooLong]);
});
