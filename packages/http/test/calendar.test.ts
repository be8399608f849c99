import ICAL from 'ical.js';
import t from 'tap';
import { presentCalendar } from '../src/presenters/present-calendar.ts';

const entry = {
  id: '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as never,
  title: 'Święto; "Łodzi", part 1\nBEGIN:VEVENT',
  description: `Bring ${'a very long line '.repeat(20)}\nand a lamp \\o/`,
  startAt: new Date('2026-10-25T00:30:00.000Z'),
  endAt: new Date('2026-10-25T02:30:00.000Z'),
  location: { address: 'Piotrkowska 1, Łódź', lat: 51.7687, lng: 19.4569 },
  status: 'scheduled',
  sequence: 3,
  updatedAt: new Date('2026-06-01T12:00:00.000Z'),
} as const;

t.test('another library reads back what was written', async (t) => {
  const text = presentCalendar('Going', [entry, { ...entry, id: 'b' as never, status: 'cancelled' }]);
  t.ok(
    text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
    'lines are folded (RFC 5545 section 3.1)',
  );
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
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
  t.equal(first?.component.getFirstPropertyValue('status'), 'CONFIRMED');
  t.equal(second?.component.getFirstPropertyValue('status'), 'CANCELLED');
  t.strictSame(first?.component.getFirstPropertyValue('geo'), [51.7687, 19.4569]);
});
