import t, { type Test } from 'tap';
import { type CallResponse, newEvent, openTestApp, type Person } from '../../test-support/test-app.ts';

/** What only the guests and managers of an event may read, anywhere. */
const onlineUrl = 'https://meet.example/secret-room';
const said = 'allergic to walnuts';
const askedFor = 'Do you eat nuts?';

const openScene = async (t: Test) => {
  const scene = await openTestApp(t);
  const { call, person, event, world } = scene;
  const organizer = await person();
  const online = { attendance: 'mixed', onlineUrl, capacity: 1, timeZone: 'Europe/Berlin' };
  const questions = [{ label: askedFor, kind: 'text', isRequired: true }];
  const { id } = await event(organizer, { ...online, questions });
  const [question] = (await call(`GET /v1/events/${id}`)).body.questions;
  const roles: Record<string, Person | undefined> = { anonymous: undefined, organizer };
  for (const name of ['stranger', 'saver', 'invited', 'interested', 'going', 'booked', 'waitlisted', 'admin'])
    roles[name] = await person();
  roles.removed = await person();
  const as = (name: string) => roles[name] as Person;
  const path = `/v1/events/${id}`;
  for (const [name, status] of [
    ...[['interested', 'interested'] as const, ['going', 'going'] as const],
    ['removed', 'going'] as const,
  ]) {
    await call(`POST ${path}/rsvp`, { as: as(name), body: { status } });
    const answers = { [question.id]: name === 'going' ? said : 'none' };
    await call(`PUT ${path}/my-answers`, { as: as(name), body: { answers } });
  }
  for (const name of ['booked', 'waitlisted'])
    await call(`PUT ${path}/booking`, { as: as(name), body: { quantity: 1 } });
  await call(`POST ${path}/save`, { as: as('saver'), body: { saved: true } });
  const invited = { as: organizer, body: { userIds: [as('invited').id] } };
  const { inviteLink } = (await call(`POST ${path}/invites`, invited)).body;
  await call(`PUT ${path}/admins/${as('admin').id}`, { as: organizer });
  await call(`DELETE ${path}/attendees/${as('removed').id}`, { as: organizer });
  const rule = 'FREQ=WEEKLY;COUNT=2';
  const body = { event: { ...newEvent(world), ...online, questions }, rule };
  const series = (await call('POST /v1/event-series', { as: organizer, body })).body;
  return { ...scene, id, path, roles, as, organizer, series, token: inviteLink.split('/i/')[1] as string };
};

type Scene = Awaited<ReturnType<typeof openScene>>;

/** All GET operations with what they need, from the application's own document. */
const reads = async ({ call, id, series, token, roles }: Scene) => {
  const { body: document } = await call('GET /openapi.json');
  const values: Readonly<Record<string, string>> = { token, username: roles.organizer?.username ?? '' };
  const queries: Readonly<Record<string, string>> = {
    '/v1/events/search': '?q=lantern',
    '/v1/me/events': '?role=going',
  };
  return Object.entries(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    ([path, operations]) => {
      if (!operations.get) return [];
      const ownId = path.startsWith('/v1/event-series') ? series.id : id;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ownId);
      return [{ name: operations.get.operationId, target: `GET ${filled}${queries[path] ?? ''}` }];
    },
  );
};

/** The operations whose responses to a caller hold a text. */
const holders = async (scene: Scene, caller: Person | undefined, text: string) => {
  const secrets: string[] = [];
  for (const { name, target } of await reads(scene)) {
    const response: CallResponse = await scene.call(target, { as: caller });
    if (response.text.replaceAll('\r\n ', '').includes(text)) secrets.push(name);
  }
  return secrets.sort();
};

t.test('where an event is online is told to its guests and managers alone, on all routes', async (t) => {
  const scene = await openScene(t);
  const own = ['getEvent', 'getEventCalendar'];
  const organizes = [...own, 'exportAccount'];
  const expected: Readonly<Record<string, readonly string[]>> = {
    going: own,
    booked: own,
    waitlisted: own,
    admin: own,
    organizer: organizes,
  };
  for (const [name, person] of Object.entries(scene.roles))
    t.strictSame(await holders(scene, person, onlineUrl), [...(expected[name] ?? [])].sort(), name);
});

t.test('answers to questions are told to who gave them and to managers alone, on all routes', async (t) => {
  const scene = await openScene(t);
  const manages = ['exportAttendees', 'listAttendees'];
  const expected: Readonly<Record<string, readonly string[]>> = {
    going: ['exportAccount', 'getMyAnswers'],
    admin: manages,
    organizer: manages,
  };
  for (const [name, person] of Object.entries(scene.roles))
    t.strictSame(await holders(scene, person, said), [...(expected[name] ?? [])].sort(), name);
});

t.test(
  'neither is in webhooks, logs or the audit log, and mails tell where to guests who come',
  async (t) => {
    const scene = await openScene(t);
    const { call, world, path, organizer, as, logged, roles } = scene;
    const types = ['event.changed', 'event.cancelled', 'rsvp.changed', 'booking.confirmed', 'guest.removed'];
    const hook = { url: 'https://hooks.example/in', types };
    t.equal((await call('POST /v1/webhooks', { as: organizer, body: hook })).status, 201);
    await call(`POST ${path}/rsvp`, { as: as('stranger'), body: { status: 'going' } });
    const location = { address: 'Elsewhere 1, Berlin', lat: 52.5, lng: 13.4 };
    await call(`PATCH ${path}`, { as: organizer, body: { location, onlineUrl: `${onlineUrl}-2` } });
    world.clock.advance(6 * 60_000);
    await world.performJobs();
    await call(`DELETE ${path}/booking`, { as: as('booked') });
    await call(`DELETE ${path}/attendees/${as('stranger').id}`, { as: organizer });
    await world.performJobs();
    await call(`POST ${path}/cancel`, { as: organizer });
    await world.performJobs();
    t.ok(world.webhooksSent.length > 3, `${world.webhooksSent.length} messages`);
    for (const [what, text] of [
      ['webhooks', JSON.stringify(world.webhooksSent)],
      ['logs', logged.join('\n')],
      ['audit log', JSON.stringify(world.auditEntries)],
      ['invitations', JSON.stringify(world.mailsSent)],
    ] as const)
      for (const secret of [onlineUrl, said, askedFor])
        t.notOk(text.includes(secret), `${secret} in ${what}`);
    for (const name of ['interested', 'going', 'waitlisted', 'stranger', 'invited']) {
      const notices = (await call('GET /v1/me/notices', { as: roles[name] })).text;
      for (const secret of [onlineUrl, said, askedFor])
        t.notOk(notices.includes(secret), `a notice to ${name}`);
    }
  },
);
