import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { SessionId } from '../../src/ids.ts';
import { draft, event, person } from '../support.ts';

const origin = { sessionId: null, network: '203.0.113.0/24' };

/** A guest who answered, and a neighbour who did all the same. */
const scene = async () => {
  const world = createMemoryWorld();
  const { domain, tables } = world;
  const [organizer, guest, neighbour] = [await person(world), await person(world), await person(world)];
  const { id: eventId, questions } = await event(world, organizer, {
    questions: [{ id: null, label: 'Food?', kind: 'text', options: [], isRequired: false }],
  });
  for (const userId of [guest, neighbour]) {
    await domain.answerRsvp({ eventId, userId, state: 'going' });
    await domain.answerQuestions({ eventId, userId, answers: { [questions[0]?.id ?? '']: 'Soup' } });
    const url = `https://hooks.example/${userId}`;
    await domain.createWebhook({ callerId: userId, url, types: ['event.changed'] });
    await domain.changeNoticeSettings({ userId, email: false, reminders: [60] });
  }
  await domain.announce({ eventId, callerId: organizer, text: 'Soon.', to: ['going'] });
  await world.performJobs();
  const session = tables.sessions.rows().find(({ userId }) => userId === guest);
  const mine = { userId: guest, sessionId: session?.id ?? ('' as SessionId), origin };
  return { world, domain, tables, organizer, guest, neighbour, eventId, mine };
};

t.test('answers, webhooks, notices and the place on guest lists go with the account', async (t) => {
  const { world, domain, tables, organizer, guest, neighbour, eventId, mine } = await scene();
  const usersOf = (rows: readonly { readonly userId: unknown }[]) =>
    new Set(rows.map(({ userId }) => userId));
  const { id: party } = await event(world, organizer);
  await domain.answerRsvp({ eventId: party, userId: guest, state: 'interested' });
  await domain.deleteEvent({ eventId: party, callerId: organizer, origin });
  t.strictSame(usersOf(tables.guestLists.rows()), new Set([guest]), 'to be told that it is off');
  await domain.deleteAccount(mine);
  for (const table of [tables.answers, tables.rsvps])
    t.strictSame(usersOf(table.rows()), new Set([neighbour]));
  t.notOk(usersOf(tables.notices.rows()).has(guest));
  t.strictSame(
    tables.webhooks.rows().map(({ ownerId }) => ownerId),
    [neighbour],
  );
  t.equal(tables.noticeSettings.get(guest), undefined);
  t.strictSame(tables.guestLists.rows(), []);
  t.match((await domain.listAttendees({ eventId, callerId: organizer })).items, [
    { user: { id: neighbour } },
  ]);
});

t.test('an export has what a person organized, answered and set', async (t) => {
  const { domain, eventId, guest, mine, world } = await scene();
  const { id: ownEventId, questions } = await event(world, guest, {
    title: 'Choir',
    questions: [
      { id: null, label: 'Which voice?', kind: 'choice', options: ['Alto', 'Bass'], isRequired: true },
    ],
    enabledModules: ['bringList'],
  });
  const cake = { title: 'Cake', quantity: 2 };
  await domain.addBringItem({ eventId: ownEventId, callerId: guest, ...cake });
  const series = await domain.getSeries({
    callerId: guest,
    seriesId: (
      await domain.createSeries({ organizerId: guest, draft: draft(world), rule: 'FREQ=DAILY;COUNT=1' })
    ).id,
  });
  await domain.fileReport({ callerId: guest, origin, eventId, reason: 'spam', text: 'Ads.' });
  const sections = new Map<string, object[]>();
  for await (const { section, rows } of await domain.exportAccount(mine))
    sections.set(section, [...(sections.get(section) ?? []), ...rows]);
  t.match(sections.get('eventsOrganized'), [
    { id: ownEventId, title: 'Choir', address: 'Maybachufer 1, Berlin', seriesId: null, isDetached: false },
    { seriesId: series.id, isDetached: false },
  ]);
  t.notOk('organizerId' in (sections.get('eventsOrganized')?.[0] ?? {}));
  t.match(sections.get('seriesOrganized'), [{ id: series.id, rule: 'FREQ=DAILY;COUNT=1' }]);
  t.strictSame(sections.get('eventQuestions'), [{ ...questions[0], eventId: ownEventId, place: 0 }]);
  t.match(sections.get('bringItems'), [{ ...cake, eventId: ownEventId }]);
  t.match(sections.get('answers'), [{ eventId, value: 'Soup' }]);
  t.strictSame(sections.get('noticeSettings'), [
    { email: false, reminders: [60], activity: 'daily', push: true, pushPreview: 'title' },
  ]);
  t.match(sections.get('reportsMade'), [{ targetKind: 'event', targetId: eventId, text: 'Ads.' }]);
  t.match(sections.get('webhooks'), [{ url: `https://hooks.example/${guest}` }]);
});
