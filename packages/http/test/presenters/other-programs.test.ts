import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AskedQuestion, AttendeeExport } from '@event-platform/domain';
import t from 'tap';
import { linksOf } from '../../src/links.ts';
import { attendeesCsv } from '../../src/presenters/attendees-csv.ts';
import { presentCalendar } from '../../src/presenters/present-calendar.ts';
import { publicUrl } from '../../test-support/test-app.ts';

const succeeds = (program: string, args: readonly string[]): boolean => spawnSync(program, args).status === 0;

const texts = [
  'Zoë Łukasz 小林',
  'שלום, "Ada"; عالم',
  '🎉 two\nlines',
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '＝1+1',
  ' =1+1',
  '\t=1+1',
  'a;=1+1',
  'a,=1+1',
  'a"=1+1',
  'a\n=1+1',
  "'=1+1",
];

const lacksOffice = !succeeds('soffice', ['--version']);

t.test(
  'LibreOffice shows every text of the attendees and calculates nothing',
  { skip: lacksOffice && 'needs libreoffice-calc' },
  async (t) => {
    const folder = t.testdir();
    const question = { id: 'q', kind: 'text', options: [], isRequired: false, isRemoved: false };
    const attendees = texts.map((text, index) => ({
      user: { id: `id-${index}`, name: text, username: 'ada', avatar: null },
      ...{ rsvp: 'going', booking: null, via: 'public', since: new Date(0) },
      ...{ brings: [{ title: text, quantity: 1 }], answers: { q: text } },
    }));
    async function* pages() {
      yield attendees as unknown as readonly AttendeeExport[];
    }
    let csv = '';
    for await (const part of attendeesCsv(
      [{ ...question, label: '=1+1' } as unknown as AskedQuestion],
      pages(),
    ))
      csv += part;
    writeFileSync(join(folder, 'attendees.csv'), csv);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    // As the dialog offers it: commas, quotes, and the encoding by its mark.
    const run = spawnSync('soffice', [
      ...[profile, '--headless', '--infilter=CSV:44,34,0', '--convert-to', 'fods', '--outdir', folder],
      join(folder, 'attendees.csv'),
    ]);
    t.equal(run.status, 0, run.stderr.toString());
    const sheet = readFileSync(join(folder, 'attendees.fods'), 'utf8').replace(/[\s\S]*<table:table /, '');
    t.notMatch(sheet, 'table:formula', 'no cell is a formula');
    for (const text of ['<text:p>userId</text:p>', 'Zoë Łukasz 小林', 'שלום', '🎉 two'])
      t.match(sheet, text, 'is read as UTF-8, the first column too');
    t.equal(sheet.match(/<text:p>id-\d+<\/text:p>/g)?.length, texts.length, 'a row each');
  },
);

/** Debian's: its modules are not those of another Python on the PATH. */
const python = '/usr/bin/python3';
const reader = `
import json, sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.read())
print(json.dumps([{
    'uid': str(entry['UID']), 'sequence': int(entry['SEQUENCE']), 'status': str(entry['STATUS']),
    'url': str(entry['URL']), 'summary': str(entry['SUMMARY']), 'description': str(entry['DESCRIPTION']),
    'location': str(entry['LOCATION']), 'geo': [entry['GEO'].latitude, entry['GEO'].longitude],
    'start': entry.decoded('DTSTART').isoformat(), 'end': entry.decoded('DTEND').isoformat(),
} for entry in calendar.walk('VEVENT')]))
`;

t.test(
  'the library of others for Python reads calendars back',
  { skip: !succeeds(python, ['-c', 'import icalendar']) && 'needs python3-icalendar' },
  async (t) => {
    const entries = [...texts, '; , : "', 'a'.repeat(300)].map((text, index) => ({
      id: `event-${index}` as never,
      ...{ title: text.replaceAll(/\s+/g, ' '), description: text },
      startAt: new Date(Date.UTC(2027, 2, 28, 0, 30 + index)),
      endAt: new Date(Date.UTC(2027, 2, 28, 2, 30 + index)),
      ...{ isAllDay: false, timeZone: 'UTC' },
      location: { address: text, lat: 51.7687, lng: -1e-7 },
      status: index % 2 === 0 ? ('scheduled' as const) : ('cancelled' as const),
      ...{ sequence: index, updatedAt: new Date(0) },
    }));
    const text = presentCalendar('Łódź; "a", b', entries, linksOf(publicUrl, 'EUR'));
    const run = spawnSync(python, ['-c', reader], { input: text, env: { PYTHONIOENCODING: 'utf-8' } });
    t.equal(run.stderr.toString(), '');
    t.strictSame(
      JSON.parse(run.stdout.toString()),
      entries.map((entry) => ({
        ...{ uid: `${entry.id}@event-platform`, sequence: entry.sequence },
        status: entry.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
        url: `${publicUrl}/v1/events/${entry.id}`,
        ...{ summary: entry.title, description: entry.description, location: entry.location.address },
        geo: [51.7687, 0],
        start: entry.startAt.toISOString().replace('.000Z', '+00:00'),
        end: entry.endAt.toISOString().replace('.000Z', '+00:00'),
      })),
    );
  },
);
