import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { firstDateOf } from '../../src/series/new-rule.ts';
import { parseRule } from '../../src/series/recurrence-rule.ts';
import { after, day, hour } from '../../src/time.ts';
import { person, draft as someDraft } from '../support.ts';

const series = { firstDate: '2024-02-29', timeOfDay: 19 * hour, timeZone: 'Europe/Berlin' };

t.test('a new rule has what it leaves open from the series', async (t) => {
  const from = new Date('2026-06-02T12:00:00Z');
  for (const [rule, first] of [
    ['FREQ=DAILY', '2026-06-02'],
    ['FREQ=WEEKLY', '2026-06-04'],
    ['FREQ=WEEKLY;BYDAY=MO', '2026-06-08'],
    ['FREQ=MONTHLY', '2026-06-29'],
    ['FREQ=YEARLY', '2028-02-29'],
    ['FREQ=YEARLY;BYMONTHDAY=30', '2026-06-30'],
    ['FREQ=DAILY;UNTIL=20260601', null],
    ['FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=1;BYSETPOS=2', null],
  ] as const) {
    const parsed = parseRule(rule);
    t.equal(parsed && firstDateOf(parsed, series, from), first, rule);
  }
});

t.test('series end on a day, at an instant, or after a number', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  for (const [end, count] of [
    ['COUNT=3', 3],
    ['UNTIL=20260604', 3],
    ['UNTIL=20260604T120000Z', 3],
    ['UNTIL=20260604T115959Z', 2],
    // It is an hour later there.
    ['UNTIL=20260604T130000', 3],
    ['UNTIL=20260604T125959', 2],
  ] as const) {
    const draft = someDraft(world);
    const newSeries = await world.domain.createSeries({ organizerId, draft, rule: `FREQ=DAILY;${end}` });
    t.equal(newSeries.events.length, count, end);
  }
});

t.test('of a time that clocks show twice a series takes the first, and names it', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const startAt = new Date('2026-10-25T01:30:00Z');
  const draft = someDraft(world, { startAt, endAt: after(startAt, hour), timeZone: 'Europe/Berlin' });
  const newSeries = await world.domain.createSeries({ organizerId, draft, rule: 'FREQ=DAILY;COUNT=2' });
  t.strictSame(
    newSeries.events.map((event) => event.startAt.toISOString()),
    ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
  );
});

t.test('a rule without a day for a year is looked at again', async (t) => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const draft = someDraft(world);
  const { id } = await world.domain.createSeries({ organizerId, draft, rule: 'FREQ=YEARLY;INTERVAL=3' });
  t.strictSame(
    (await world.dependencies.stores.series.find(id))?.extendAt,
    after(world.clock.now(), 365 * day),
  );
});
