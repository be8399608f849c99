import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { importFeed } from '../../src/import/import-feed.ts';
import { operate } from '../../src/operator/operate.ts';
import type { Program } from '../../src/programs/program.ts';
import { runProgram } from '../support/run-program.ts';
import { cleanUp, newFolder } from '../support/service-process.ts';
import { openTellingService, until } from './telling-service.ts';

const [minute, day] = [60_000, 86_400_000];

t.teardown(cleanUp);

t.test('guests are told of what an import and the operator do', async (t) => {
  const scene = await openTellingService(t);
  const { clock, person, create, guestByMail, mailsTo } = scene;
  const organizer = await person('Ada Lovelace');
  const run = async (program: Program, ...args: string[]) => {
    const ended = await runProgram(program, scene.settings, args);
    t.match(ended, { code: 0 });
    return ended.stdout;
  };
  /** The calendar part of the mail about a notice of that kind. */
  const partOf = async (address: string, subject: string) => {
    const mail = await until(() => mailsTo(address).find((one) => one.subject?.startsWith(subject)));
    return (
      mail.attachments.find(({ contentType }) => contentType === 'text/calendar')?.content.toString() ?? ''
    );
  };

  await t.test('a feed that changes and cancels an event', async (t) => {
    const file = join(newFolder(), 'feed.jsonl');
    const startAt = new Date(Math.ceil(clock.now().getTime() / minute) * minute + 5 * day);
    const moved = new Date(startAt.getTime() + 60 * minute);
    const line = (more: object = {}) => ({
      '@type': 'Event',
      '@id': 'https://feed.example/1',
      name: 'Imported concert',
      startDate: startAt.toISOString(),
      endDate: new Date(startAt.getTime() + 180 * minute).toISOString(),
      location: {
        '@type': 'Place',
        address: 'Maybachufer 1, Berlin',
        geo: { '@type': 'GeoCoordinates', latitude: 52.49, longitude: 13.42 },
      },
      ...more,
    });
    const feed = (event: object) => {
      writeFileSync(file, `${JSON.stringify(event)}\n`);
      return run(importFeed, file, '--organizer', organizer.phone);
    };
    t.match(await feed(line()), /1 events added/);
    const { body } = await organizer.asks('GET /v1/me/events?role=organizing');
    const [{ id: eventId = '' } = {}] = body.data;
    const guest = await guestByMail(organizer, eventId, 'feed@example.org');
    t.match(await feed(line()), /1 unchanged/);
    t.match(await feed(line({ startDate: moved.toISOString() })), /1 changed/);
    clock.advance(6 * minute);
    const [changed] = await guest.delivered(1);
    t.match(changed, {
      kind: 'event_changed',
      event: { id: eventId },
      changes: { startAt: { old: startAt.toISOString(), new: moved.toISOString() } },
    });
    t.match(await partOf('feed@example.org', 'Changed'), /METHOD:REQUEST/);
    t.match(await feed(line({ eventStatus: 'EventCancelled' })), /1 cancelled/);
    t.match(await guest.delivered(2), [{ kind: 'event_cancelled', event: { id: eventId } }, changed]);
    t.match(await partOf('feed@example.org', 'Cancelled'), /METHOD:CANCEL/);
    t.strictSame(await organizer.kinds(), [], 'who the events are of');
  });

  await t.test('an event that the operator takes down', async (t) => {
    const eventId = await create(organizer);
    const guest = await guestByMail(organizer, eventId, 'down@example.org');
    const other = await person();
    await other.asks(`POST /v1/events/${eventId}/rsvp`, { status: 'interested' });
    await run(operate, 'take-down', eventId, '--reason', 'It is a scam.');
    for (const one of [guest, other]) {
      const notices = await one.delivered(1);
      t.match(notices, [{ kind: 'event_cancelled', event: { id: eventId }, changes: null, text: null }]);
      t.equal((await one.asks(`GET /v1/events/${eventId}`)).status, 404);
    }
    t.match(await partOf('down@example.org', 'Cancelled'), /METHOD:CANCEL[\s\S]*STATUS:CANCELLED/);
    const [mail] = mailsTo('down@example.org');
    t.notMatch(`${mail?.text}${mail?.html}`, 'scam', 'not why');
    t.strictSame(await organizer.kinds(), []);
  });
});
