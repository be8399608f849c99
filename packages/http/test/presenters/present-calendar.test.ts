import ICAL from 'ical.js';
import t from 'tap';
import { linksOf } from '../../src/links.ts';
import { presentCalendar } from '../../src/presenters/present-calendar.ts';
import { publicUrl } from '../../test-support/test-app.ts';

const entry = {
  id: '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as never,
  title: 'Święto; "Łodzi", part 1\nBEGIN:VEVENT',
  description: `Bring ${'a very long line '.repeat(20)}\nand a lamp \\o/`,
  startAt: new Date('2026-10-25T00:30:00.000Z'),
  endAt: new Date('2026-10-25T02:30:00.000Z'),
  isAllDay: false,
  timeZone: 'Europe/Warsaw',
  location: { address: 'Piotrkowska 1, Łódź', lat: 51.7687, lng: 19.4569 },
  status: 'scheduled',
  sequence: 3,
  updatedAt: new Date('2026-06-01T12:00:00.000Z'),
} as const;

t.test('another library reads back what was written', async (t) => {
  const name = 'Noc; "Łódź", a\\b\r\nX-EVIL:1';
  const entries = [entry, { ...entry, id: 'b' as never, status: 'cancelled' as const }];
  const text = presentCalendar(name, entries, linksOf(publicUrl, 'EUR'));
  t.match(text, /END:VCALENDAR\r\n$/, 'the last line ends like all others');
  t.ok(
    text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
    'lines are folded (RFC 5545 section 3.1)',
  );
  const calendar = new ICAL.Component(ICAL.parse(text));
  // ical.js does not know these two as texts, and leaves their escapes.
  for (const property of ['name', 'x-wr-calname'])
    t.equal(calendar.getFirstPropertyValue(property), String.raw`Noc\; "Łódź"\, a\\b\nX-EVIL:1`, property);
  t.notOk(calendar.getFirstProperty('x-evil'), 'a name cannot smuggle a line in');
  const events = calendar.getAllSubcomponents('vevent');
  t.equal(events.length, 2, 'a title cannot smuggle an event in');
  const [first, second] = events.map((component) => new ICAL.Event(component));
  t.equal(first?.uid, `${entry.id}@event-platform`);
  t.equal(first?.sequence, 3);
  t.equal(first?.summary, entry.title);
  t.equal(first?.description, entry.description);
  t.equal(first?.location, entry.location.address);
  t.strictSame(first?.startDate.toJSDate(), entry.startAt);
  t.strictSame(first?.endDate.toJSDate(), entry.endAt);
  t.equal(first?.startDate.zone, ICAL.Timezone.utcTimezone);
  t.equal(first?.component.getFirstPropertyValue('url'), `${publicUrl}/v1/events/${entry.id}`);
  t.equal(first?.component.getFirstPropertyValue('status'), 'CONFIRMED');
  t.equal(second?.component.getFirstPropertyValue('status'), 'CANCELLED');
  t.strictSame(first?.component.getFirstPropertyValue('geo'), [51.7687, 19.4569]);
});

t.test('a page elsewhere is the URL, and the event’s own page ends the description', (t) => {
  const sourceUrl = 'https://source.example.com/e/1?a=1,2;b';
  const page = `${publicUrl}/v1/events/${entry.id}`;
  for (const [description, links, text] of [
    ['Bring a lamp.', linksOf(publicUrl, 'EUR'), `Bring a lamp.\n\n${page}`],
    ['', linksOf(publicUrl, 'EUR'), page],
    ['Bring a lamp.', { event: () => null }, 'Bring a lamp.'],
  ] as const) {
    const calendar = presentCalendar('', [{ ...entry, description, sourceUrl }], links);
    const component = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent');
    t.equal(component?.getFirstPropertyValue('url'), sourceUrl);
    t.equal(component?.getFirstPropertyValue('description'), text);
  }
  t.end();
});

t.test('whole days are dates at the event, the end that after the last one', (t) => {
  const days = {
    isAllDay: true,
    startAt: new Date('2026-10-23T22:00:00.000Z'),
    endAt: new Date('2026-10-25T23:00:00.000Z'),
  };
  const text = presentCalendar('', [{ ...entry, ...days }], linksOf(publicUrl, 'EUR'));
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  for (const [name, date] of [
    ['dtstart', '2026-10-24'],
    ['dtend', '2026-10-26'],
  ] as const) {
    t.equal(component?.getFirstProperty(name)?.type, 'date');
    t.equal(component?.getFirstPropertyValue(name)?.toString(), date);
  }
  t.end();
});

t.test('degrees are plain numbers of at most six decimals', async (t) => {
  for (const [lat, lng, geo] of [
    [51.7687, 19.4569, '51.7687;19.4569'],
    [1e-7, -1e-7, '0;0'],
    [0.000001, -0, '0.000001;0'],
    [-33.868820123456, 151.2092957, '-33.86882;151.209296'],
    [90, -180, '90;-180'],
  ] as const) {
    const location = { address: '', lat, lng };
    const text = presentCalendar('', [{ ...entry, location }], linksOf(publicUrl, 'EUR'));
    t.equal(/GEO:(.*)\r\n/.exec(text)?.[1], geo);
  }
});

t.test('lines are as long as they may be, whatever their characters take in UTF-8', async (t) => {
  for (const letter of ['a', 'é', '\u07ff', '\u0800', '漢', '\uffff', '\u{10000}', '😀']) {
    const text = presentCalendar(
      '',
      [{ ...entry, description: letter.repeat(500) }],
      linksOf(publicUrl, 'EUR'),
    );
    const [first = '', ...further] = /DESCRIPTION:[\s\S]*?(?=\r\n\S)/.exec(text)?.[0].split('\r\n') ?? [];
    const [bytes, size] = [Buffer.byteLength(first), Buffer.byteLength(letter)];
    t.ok(bytes <= 75 && bytes + size > 75, `${letter}: ${bytes} bytes`);
    for (const line of further.slice(0, -1)) {
      const length = Buffer.byteLength(line);
      t.ok(length <= 75 && length + size > 75, `${letter}: ${length} bytes`);
    }
  }
});

t.test('no stored text begins a line of its own, whatever a reader takes for a line break', async (t) => {
  const breaks = ['\r\n', '\r', '\n', '\v', '\f', '\u001c', '\u001e', '\u0085', '\u2028', '\u2029'];
  const hostile = breaks.map((lineBreak) => `a${lineBreak}X-EVIL:1`).join('');
  const location = { ...entry.location, address: hostile };
  const text = presentCalendar(
    hostile,
    [{ ...entry, title: hostile, description: hostile, location }],
    linksOf(publicUrl, 'EUR'),
  );
  // Unfolded (RFC 5545 section 3.1).
  for (const line of text.replaceAll('\r\n ', '').split(new RegExp(breaks.join('|'))))
    t.notMatch(line, /^X-EVIL/);
  t.notMatch(text.replaceAll('\r\n', ''), /[^\P{Cc}\t]/u, 'no control characters at all');
});
