import t from 'tap';
import { createMemoryWorld, type MemoryOptions } from '../../memory/index.ts';
import type { UserId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import { event, person } from '../support.ts';

const openScene = async (options: MemoryOptions = {}) => {
  const world = createMemoryWorld({ ...options, settings: { noticeSms: 'cancelled', ...options.settings } });
  const { domain, clock, tables } = world;
  const organizer = await person(world);
  const guests = [await person(world), await person(world), await person(world), await person(world)];
  const [going, interested, booked, mailed] = guests as [UserId, UserId, UserId, UserId];
  const startAt = after(clock.now(), day);
  const newEvent = async () => {
    const { id: eventId } = await event(world, organizer, {
      ...{ title: 'Jazz', capacity: 9, startAt, endAt: after(startAt, hour) },
    });
    for (const userId of [going, mailed]) await domain.answerRsvp({ eventId, userId, state: 'going' });
    await domain.answerRsvp({ eventId, userId: interested, state: 'interested' });
    await domain.bookSeats({ eventId, userId: booked, quantity: 1 });
    return eventId;
  };
  const mailedUser = tables.users.get(mailed);
  if (mailedUser) tables.users.set(mailed, { ...mailedUser, email: 'ada@mail.example' });
  const phonesOf = (...ids: UserId[]) => ids.map((id) => tables.users.get(id)?.phone).sort();
  const told = async (milliseconds = 0) => {
    const sent = world.textsSent.length;
    clock.advance(milliseconds);
    await world.performJobs();
    return world.textsSent.slice(sent);
  };
  return {
    ...{ world, domain, clock, organizer, going, interested, booked, mailed },
    newEvent,
    startAt,
    phonesOf,
    told,
  };
};

t.test('who comes and has no address hears of a cancelled event by SMS', async (t) => {
  const { domain, organizer, newEvent, told, phonesOf, going, booked } = await openScene();
  const eventId = await newEvent();
  await domain.cancelEvent({ eventId, callerId: organizer });
  const sent = await told();
  t.strictSame(sent.map(({ phone }) => phone).sort(), phonesOf(going, booked));
  t.equal(sent[0]?.text, 'Cancelled: Jazz. It was to be Tue 2 Jun, 13:00–14:00 GMT+1');
  t.equal(new Set(sent.map(({ id }) => id)).size, 2);
});

t.test('a long title leaves room for what happened', async (t) => {
  const { domain, organizer, newEvent, told } = await openScene();
  const eventId = await newEvent();
  await domain.updateEvent({ eventId, callerId: organizer, changes: { title: 'Jazz '.repeat(24).trim() } });
  await domain.cancelEvent({ eventId, callerId: organizer });
  const [sent] = await told();
  t.match(
    sent?.text.slice(0, 160),
    /^Cancelled: (?:Jazz )+.*…\. It was to be Tue 2 Jun, 13:00–14:00 GMT\+1$/,
  );
});

t.test('an SMS is in the language of the person', async (t) => {
  const { world, domain, organizer, newEvent, told, going } = await openScene();
  await domain.updateProfile({ userId: going, changes: { locale: 'de-AT' } });
  await domain.cancelEvent({ eventId: await newEvent(), callerId: organizer });
  const phone = world.tables.users.get(going)?.phone;
  t.match((await told()).find((one) => one.phone === phone)?.text, /^Abgesagt: Jazz\. Geplant war: Di/);
});

t.test('a deleted event is told of to those who were coming', async (t) => {
  const { domain, organizer, newEvent, told, phonesOf, going, booked } = await openScene();
  const origin = { sessionId: null, network: '203.0.113.0/24' };
  await domain.deleteEvent({ eventId: await newEvent(), callerId: organizer, origin });
  t.strictSame((await told()).map(({ phone }) => phone).sort(), phonesOf(going, booked));
});

t.test('an event that is moved at short notice is told of once, whatever follows', async (t) => {
  const { domain, organizer, newEvent, told, startAt } = await openScene();
  const [eventId, far] = [await newEvent(), await newEvent()];
  const move = (id: typeof eventId, by: number) =>
    domain.updateEvent({
      ...{ eventId: id, callerId: organizer },
      changes: { startAt: after(startAt, by), endAt: after(startAt, by + hour) },
    });
  await move(eventId, 5 * day);
  await move(far, 5 * day);
  t.match((await told(hour)).at(0)?.text, /^Changed: Jazz\. Now Sun 7 Jun, 13:00/);
  await move(far, 6 * day);
  t.strictSame(await told(hour), [], 'its old start is days away');
  await domain.cancelEvent({ eventId, callerId: organizer });
  t.strictSame(await told(), [], 'one SMS an event and person');
  await domain.updateEvent({
    ...{ eventId: far, callerId: organizer },
    changes: { location: { address: 'Elsewhere 1', lat: 1, lng: 2 } },
  });
  t.strictSame(await told(hour), [], 'another place is no SMS');
});

t.test('a series that is cancelled is one SMS', async (t) => {
  const { world, domain, organizer, going, told, startAt } = await openScene();
  const { draft } = await import('../support.ts');
  const { id: seriesId } = await domain.createSeries({
    ...{ organizerId: organizer, rule: 'FREQ=DAILY;COUNT=4' },
    draft: draft(world, { startAt, endAt: after(startAt, hour) }),
  });
  await domain.answerSeries({ seriesId, userId: going, state: 'going' });
  await domain.cancelSeries({ seriesId, callerId: organizer });
  t.equal((await told()).length, 1);
});

t.test('the day’s SMS are bounded, and off by default', async (t) => {
  for (const [settings, count] of [
    [{ noticeSmsDailyCap: 1 }, 1],
    [{ noticeSms: 'off' }, 0],
  ] as const) {
    const { domain, organizer, newEvent, told } = await openScene({ settings });
    await domain.cancelEvent({ eventId: await newEvent(), callerId: organizer });
    t.equal((await told()).length, count);
    await domain.cancelEvent({ eventId: await newEvent(), callerId: organizer });
    t.equal((await told()).length, 0);
  }
});

t.test('whom the day’s SMS did not reach hears of what comes later, and nobody twice', async (t) => {
  const { domain, organizer, newEvent, told, startAt, phonesOf, going, booked } = await openScene({
    settings: { noticeSmsDailyCap: 1 },
  });
  const eventId = await newEvent();
  const changes = { startAt: after(startAt, 5 * day), endAt: after(startAt, 5 * day + hour) };
  await domain.updateEvent({ eventId, callerId: organizer, changes });
  const first = await told(hour);
  await told(day);
  await domain.cancelEvent({ eventId, callerId: organizer });
  const second = await told();
  t.strictSame([...first, ...second].map(({ phone }) => phone).sort(), phonesOf(going, booked));
});

/** The first SMS that is queued, which is not sent. */
const queuedSms = async ({ domain, tables }: Awaited<ReturnType<typeof openScene>>['world']) => {
  await domain.followChanges({ changes: tables.changes.rows() });
  for (const { id } of tables.changes.rows()) tables.changes.delete(id);
  const jobs = () => tables.jobs.rows();
  for (const job of jobs()) if (job.queue === 'notices') await domain.tellChange(job.data);
  const [job] = jobs().flatMap(({ queue, data }) => (queue === 'notice-sms' ? [data] : []));
  if (!job) throw new Error('an SMS is queued');
  for (const { id } of jobs()) tables.jobs.delete(id);
  return job;
};

t.test('an SMS tells what is so when it is sent, and those alone whom it concerns', async (t) => {
  const scene = async () => {
    const { newEvent, startAt, ...rest } = await openScene();
    const eventId = await newEvent();
    const changes = { startAt: after(startAt, 5 * day), endAt: after(startAt, 5 * day + hour) };
    await rest.domain.updateEvent({ eventId, callerId: rest.organizer, changes });
    rest.clock.advance(hour);
    const job = await queuedSms(rest.world);
    const deliver = async () => [
      await rest.domain.deliverNoticeSms(job),
      rest.world.textsSent.at(-1)?.text.split(' ').at(0),
    ];
    return { ...rest, eventId, job, deliver };
  };
  const same = await scene();
  t.strictSame(await same.deliver(), [true, 'Changed:']);
  const origin = { sessionId: null, network: '203.0.113.0/24' };
  const cancelled = await scene();
  await cancelled.domain.cancelEvent({ eventId: cancelled.eventId, callerId: cancelled.organizer });
  t.strictSame(await cancelled.deliver(), [true, 'Cancelled:']);
  const deleted = await scene();
  await deleted.domain.deleteEvent({ eventId: deleted.eventId, callerId: deleted.organizer, origin });
  t.strictSame(await deleted.deliver(), [true, 'Cancelled:']);
  const removed = await scene();
  const { eventId, organizer: callerId, job } = removed;
  await removed.domain.removeAttendee({ eventId, callerId, userId: job.userId });
  t.strictSame(await removed.deliver(), [false, undefined]);
  const takenDown = await scene();
  await takenDown.domain.takeDownEvent({ operatorId: null, eventId: takenDown.eventId, reason: 'Spam.' });
  t.strictSame(await takenDown.deliver(), [false, undefined]);
  await takenDown.domain.restoreEvent({ operatorId: null, reason: 'Mended.', eventId: takenDown.eventId });
  t.strictSame(await takenDown.deliver(), [true, 'Changed:']);
});

t.test('no SMS goes to another country, a test phone, or an account that is gone or suspended', async (t) => {
  const { domain, organizer, newEvent, world, going, booked, told } = await openScene();
  await domain.cancelEvent({ eventId: await newEvent(), callerId: organizer });
  const job = await queuedSms(world);
  const { createDomain } = await import('../../src/create-domain.ts');
  const deliver = (settings: object) =>
    createDomain({
      ...world.dependencies,
      settings: { ...world.dependencies.settings, ...settings },
    }).deliverNoticeSms(job);
  t.equal(await deliver({ smsCountries: ['FR'] }), false);
  const phone = world.tables.users.get(job.userId)?.phone ?? '';
  t.equal(
    await deliver({ testPhones: { codes: { [phone]: '1234' }, until: after(world.clock.now(), day) } }),
    false,
  );
  t.equal(await deliver({}), true);
  t.equal(await domain.deliverNoticeSms({ ...job, contentId: 'unknown' }), false);
  await world.dependencies.stores.moderation.suspend(job.userId, { reason: 'Spam.', at: world.clock.now() });
  t.equal(await deliver({}), false);
  for (const id of [going, booked]) await world.dependencies.stores.users.erase(id, world.clock.now());
  t.equal(await deliver({}), false);
  t.ok(await told());
});
