import { Writable } from 'node:stream';
import { mappedTimeZones } from '@event-platform/node';
import t from 'tap';
import { checkItems } from '../../../src/import/report/check-items.ts';
import { noSurvey } from '../../../src/import/values/reading-context.ts';

const location = { name: 'Haus', address: 'Street 1, Berlin', geo: { latitude: 52.53, longitude: 13.38 } };
const body = { title: 'Body', startAt: '2027-07-10T20:00Z', category: 'music', description: '' };
const url = 'https://stream.example/';
const evening = {
  '@type': 'MusicEvent',
  '@id': 'a',
  name: 'Evening',
  startDate: '2027-07-10T20:00',
  location,
};

const check = async (isJson: boolean) => {
  const values = [
    { ...evening, offers: { price: '12,50' } },
    { ...evening, '@type': 'Event', startDate: 'soon' },
    { ...evening, eventStatus: 'EventCancelled' },
    undefined,
    evening,
    { ...evening, startDate: '2027-07-10', endDate: '2027-07-12' },
    { ...evening, eventStatus: 'EventPostponed' },
    { ...evening, eventStatus: 'EventPostponed', startDate: undefined },
    { ...evening, endDate: '2027-07-09' },
    { ...evening, location: { ...location, geo: { latitude: 152, longitude: 13 } } },
    { ...body, location: { address: 'There', lat: 152, lng: 13 } },
    {
      ...evening,
      location: undefined,
      eventAttendanceMode: 'OnlineEventAttendanceMode',
      timeZone: 'asia/tokyo',
      url,
    },
  ];
  async function* items() {
    for (const [index, value] of values.entries())
      yield { number: index + 1, bytesRead: 0, ...(value ? { value } : { fault: 'is not JSON' }) };
  }
  let text = '';
  const output = new Writable({
    write: (chunk, _, done) => {
      text += chunk;
      done();
    },
  });
  const context = { currency: 'EUR', organizerId: '', timeZones: mappedTimeZones(), survey: noSurvey };
  const faulty = await checkItems(items(), { ...context, now: new Date('2027-01-01') }, output, isJson);
  return { faulty, text };
};

t.test('a check says how each line reads, as JSON or as a table', async (t) => {
  const { faulty, text } = await check(true);
  t.equal(faulty, 5);
  t.match(JSON.parse(text), [
    {
      ...{ line: 1, title: 'Evening', start: '2027-07-10 20:00', end: '2027-07-10 22:00' },
      ...{ timeZone: 'Europe/Berlin', price: 12.5, category: 'music', assumed: ['end'] },
    },
    { line: 2, faults: [/startDate must be a date/] },
    { line: 3, isCancelled: true },
    { line: 4, faults: ['is not JSON'] },
    { line: 5, price: null, assumed: ['end', 'price'] },
    { line: 6, start: '2027-07-10', end: '2027-07-12' },
    { line: 7, title: 'Evening', isPostponed: true },
    { line: 8, isPostponed: true },
    { line: 9, faults: ['/endAt must be after startAt'] },
    { line: 10, faults: [/geo must have a latitude/] },
    { line: 11, faults: [/^.location.lat/] },
    { line: 12, timeZone: 'Asia/Tokyo', start: '2027-07-10 20:00' },
  ]);
  const { text: table } = await check(false);
  t.match(table, '| 1 | Evening | 2027-07-10 20:00 | 2027-07-10 22:00 Europe/Berlin | 12.5 | music | end |');
  t.match(table, '| 3 | cancelled |');
  t.match(table, '| 7 | Evening | postponed from 2027-07-10 20:00 |');
  t.match(table, '| 8 | postponed |');
});
