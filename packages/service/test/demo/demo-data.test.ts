import t from 'tap';
import { demoEventBody, demoEvents, demoPeople } from '../../src/demo/demo-data.ts';

const event = {
  '@id': 'late-supper',
  organizer: 'lena',
  title: 'Late supper',
  startsInDays: 3,
  startTimeUtc: '23:15',
  durationMinutes: 90,
};

t.test('resolves the start relative to the UTC day of loading', async (t) => {
  t.same(demoEventBody(event, new Date('2026-12-30T23:59:59.000Z')), {
    '@id': 'late-supper',
    title: 'Late supper',
    startAt: '2027-01-02T23:15:00.000Z',
    endAt: '2027-01-03T00:45:00.000Z',
  });
  const past = demoEventBody({ ...event, startsInDays: -30 }, new Date('2026-03-01T00:00:00.000Z'));
  t.equal(past.startAt, '2026-01-30T23:15:00.000Z');
});

t.test('gives each event a key of its own and an organizer of the demo people', async (t) => {
  const keys = new Set(demoEvents.map((each) => each['@id']));
  t.equal(keys.size, demoEvents.length);
  const people = new Set(demoPeople.map(({ key }) => key));
  t.same(
    demoEvents.filter(({ organizer }) => !people.has(organizer)),
    [],
  );
});
