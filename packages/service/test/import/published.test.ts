import { mappedTimeZones } from '@event-platform/node';
import t from 'tap';
import { readEvent } from '../../src/import/read-event.ts';
import { noSurvey } from '../../src/import/values/reading-context.ts';

const now = new Date('2027-01-01');
const context = { currency: 'EUR', organizerId: '', timeZones: mappedTimeZones(), survey: noSurvey, now };
const haus = {
  '@type': 'Place',
  name: 'Haus',
  address: 'Musterweg 1, Berlin',
  geo: { '@type': 'GeoCoordinates', latitude: 52.53, longitude: 13.38 },
};
const course = {
  ...{ '@context': 'http://schema.org', '@type': 'Event', '@id': 'a', name: 'Course', location: haus },
  ...{ startDate: '2027-05-04T10:00:00+02:00', endDate: '2027-05-04T12:00:00+02:00' },
};

const read = (changes: object) => {
  const event = readEvent({ ...course, ...changes }, context);
  if ('faults' in event) throw new Error(JSON.stringify(event.faults));
  return event;
};
const times = (changes: object) => {
  const { draft } = read(changes);
  return [draft?.startAt.toISOString(), draft?.endAt.toISOString()];
};

t.test('times without an offset are those of clocks at the event', async (t) => {
  const geo = { '@type': 'GeoCoordinates', latitude: '36.0909', longitude: '-115.1833' };
  const arena = { '@type': 'Place', name: 'Arena', address: 'Las Vegas', geo };
  t.strictSame(times({ startDate: '2027-04-10T19:00:00', endDate: '2027-04-10', location: arena }), [
    '2027-04-11T02:00:00.000Z',
    '2027-04-11T07:00:00.000Z',
  ]);
  t.strictSame(times({ startDate: '2027-07-10T20:00', endDate: '2027-07-10T23:00' }), [
    '2027-07-10T18:00:00.000Z',
    '2027-07-10T21:00:00.000Z',
  ]);
});

t.test('a day is that day at the event, and a duration is read whole', async (t) => {
  t.strictSame(times({ startDate: '2027-05-01', endDate: '2027-05-01' }), [
    '2027-04-30T22:00:00.000Z',
    '2027-05-01T22:00:00.000Z',
  ]);
  for (const [duration, end] of [
    ['P0Y0M0DT2H0M0S', '2027-05-04T10:00:00.000Z'],
    ['PT1.5H', '2027-05-04T09:30:00.000Z'],
  ] as const)
    t.equal(times({ endDate: undefined, duration })[1], end, duration);
});

t.test('texts that were escaped twice are plain', async (t) => {
  const { draft } = read({
    name: 'N&auml;hkurs &#8211; Teil 1',
    description:
      '&lt;p&gt;F&uuml;r Anf&auml;nger.&lt;/p&gt;\\n&lt;p&gt;&lt;a href=&quot;https://kurs.example/&quot;&gt;Anmelden&lt;/a&gt;&lt;/p&gt;\\n',
  });
  t.equal(draft?.title, 'Nähkurs – Teil 1');
  t.equal(draft?.description, 'Für Anfänger.\n\nAnmelden [https://kurs.example/]');
});

t.test('a price is found wherever shops write it, and none is no price', async (t) => {
  const offers = [
    { price: '25.00', priceCurrency: 'EUR' },
    { price: '40.00', priceCurrency: 'EUR' },
  ];
  for (const told of [
    { '@type': 'AggregateOffer', priceCurrency: 'EUR', offers },
    { '@type': 'Offer', priceSpecification: { price: '25.00', priceCurrency: 'EUR' } },
  ])
    t.equal(read({ offers: told }).draft?.price, 25);
  const untold = read({ offers: { url: 'https://t.example/1', availability: 'https://schema.org/InStock' } });
  for (const field of ['price', 'isPriceKnown'] as const)
    t.ok(untold.omittedFields?.includes(field), 'the event keeps the price that its host has set');
  t.match(untold.draft, { price: 0, isPriceKnown: false });
});

t.test('a cancellation is seen in every form of a status', async (t) => {
  for (const eventStatus of [
    'EventCancelled',
    'http://schema.org/EventCancelled',
    { '@id': 'https://schema.org/EventCancelled' },
    ['https://schema.org/EventRescheduled', 'http://schema.org/EventCancelled'],
    [{ '@id': 'schema:EventCancelled' }],
    'https://schema.org/EventCancelled/',
    'Event cancelled',
    { '@type': 'EventStatusType', url: 'https://schema.org/EventCancelled' },
    [['EventScheduled', { '@id': ['http://schema.org/EventCancelled'] }]],
  ])
    t.equal(read({ eventStatus }).draft, null, JSON.stringify(eventStatus));
  for (const eventStatus of ['EventScheduled', { '@id': 'https://schema.org/EventRescheduled' }, null, 7])
    t.ok(read({ eventStatus }).draft, JSON.stringify(eventStatus));
});

t.test('a postponement without a new date is seen in every form', async (t) => {
  for (const eventStatus of [
    'EventPostponed',
    ['http://schema.org/EventPostponed'],
    { '@id': 'schema:EventPostponed' },
  ])
    t.ok(read({ eventStatus }).isPostponed, JSON.stringify(eventStatus));
  const eventStatus = 'https://schema.org/EventPostponed';
  const previousStartDate = course.startDate;
  t.ok(read({ eventStatus, previousStartDate }).isPostponed);
  t.ok(
    read({ eventStatus, previousStartDate, startDate: '2027-05-04T10:00' }).isPostponed,
    'one has an offset',
  );
  const later = { startDate: '2027-06-04T10:00:00+02:00', endDate: undefined };
  t.notOk(read({ eventStatus, previousStartDate, ...later }).isPostponed, 'with a new date');
  t.notOk(read({ eventStatus: [eventStatus, 'EventRescheduled'] }).isPostponed);
  t.notOk(read({ eventStatus: 'EventMovedOnline' }).isPostponed);
  const dateless = { startDate: undefined, endDate: undefined };
  t.match(read({ eventStatus, previousStartDate, ...dateless }), {
    isPostponed: true,
    draft: { startAt: new Date('2027-05-04T08:00:00Z') },
  });
  t.match(read({ eventStatus, ...dateless, startDate: 'to be announced' }), {
    isPostponed: true,
    draft: null,
  });
});
