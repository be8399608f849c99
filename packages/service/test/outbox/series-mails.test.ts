import { spawnSync } from 'node:child_process';
import t from 'tap';
import { openTellingService, until } from './telling-service.ts';

/** Debian's: its modules are not those of another Python on the PATH. */
const python = '/usr/bin/python3';

const calendarReader = `
import json, sys
from icalendar import Calendar
found = []
for text in json.load(sys.stdin):
    calendar = Calendar.from_ical(text)
    found.append([[str(calendar['METHOD']), str(entry['UID']), int(entry['SEQUENCE']), str(entry['STATUS']),
        entry.decoded('DTSTART').isoformat()] for entry in calendar.walk('VEVENT')])
print(json.dumps(found))
`;

const lacksReader = spawnSync(python, ['-c', 'import icalendar']).status !== 0;

t.test(
  'a mail about a series has the entries of the feed',
  { skip: lacksReader && 'needs python3-icalendar' },
  async (t) => {
    const { clock, person, guestByMail, mailsTo } = await openTellingService(t);
    const organizer = await person('Ada Lovelace');
    const startAt = new Date(Math.ceil(clock.now().getTime() / 86_400_000 + 2) * 86_400_000 + 43_200_000);
    const { body: series } = await organizer.asks('POST /v1/event-series', {
      rule: 'FREQ=WEEKLY;COUNT=4',
      event: {
        ...{ title: 'Tango', description: '', startAt, category: 'music', timeZone: 'Europe/Berlin' },
        endAt: new Date(startAt.getTime() + 3_600_000),
        location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.42 },
      },
    });
    const guest = await guestByMail(organizer, series.events[0].id, 'dancer@example.org');
    await guest.asks(`POST /v1/event-series/${series.id}/rsvp`, { status: 'going' });
    const feed = async () => {
      const { url } = (await guest.asks('GET /v1/me/calendar')).body;
      return (await guest.asks(`GET ${new URL(url).pathname}`)).body as string;
    };
    await organizer.asks(`PATCH /v1/event-series/${series.id}`, { event: { startTime: '20:30' } });
    clock.advance(6 * 60_000);
    const mails = () => mailsTo('dancer@example.org');
    const [changedMail] = await until(() => mails().length === 1 && mails());
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(startAt);
    t.match(changedMail?.text, `Repeats: Every week on ${weekday}, 4 times\nAll 4 dates:\n`);
    await organizer.asks(`POST /v1/event-series/${series.id}/cancel`);
    const [, cancelledMail] = await until(() => mails().length === 2 && mails());

    const filesOf = (mail: typeof changedMail) =>
      ['text/calendar', 'dates.ics'].map(
        (what) =>
          mail?.attachments
            .find(({ contentType, filename }) => [contentType, filename].includes(what))
            ?.content.toString() ?? '',
      );
    const texts = [...filesOf(changedMail), ...filesOf(cancelledMail), await feed()];
    const read = spawnSync(python, ['-c', calendarReader], { input: JSON.stringify(texts) });
    t.equal(read.stderr.toString(), '');
    type Entry = readonly [method: string, uid: string, sequence: number, status: string, start: string];
    const [request, changes, cancel, cancels, kept] = JSON.parse(read.stdout.toString()) as Entry[][];
    const uids = series.events.map(({ id }: { id: string }) => `${id}@event-platform`);
    const partOf = (entries: readonly Entry[] = []) =>
      entries.map(([method, uid, , status]) => [method, uid, status]);
    t.strictSame(partOf(request), [['REQUEST', uids[0], 'CONFIRMED']], 'one entry');
    t.strictSame(partOf(cancel), [['CANCEL', uids[0], 'CANCELLED']], 'one entry');
    t.strictSame(
      partOf(changes),
      uids.map((uid: string) => ['PUBLISH', uid, 'CONFIRMED']),
    );
    const inOrder = (entries: readonly Entry[] = []) =>
      entries.map((entry) => entry.slice(1).join(' ')).sort();
    t.strictSame(inOrder(cancels), inOrder(kept), 'as the feed has them');
    t.ok((cancels?.[0]?.[2] ?? 0) > (changes?.[0]?.[2] ?? 0), 'with a higher sequence');
    const [first] = changes ?? [];
    t.match(first?.[4], /T(?:18|19):30:00\+00:00$/);
  },
);
