import t from 'tap';
import { openTellingService, until } from './telling-service.ts';

t.test('guests are reminded', async (t) => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;

  const scene = await openTellingService(t);
  const { service, clock, person, create, query } = scene;
  // Another replica: both look for what is due.
  const other = await scene.start();
  t.teardown(other.close);
  const organizer = await person('Ada Lovelace');

  /** Nothing that is due is left to tell. */
  const allTold = () =>
    until(async () => {
      const [{ left = 1 } = {}] = await query<{ left: number }>(
        'select count(*)::int as left from outbox where due_at <= $1',
        [clock.now()],
      );
      return left === 0;
    });

  /** Both replicas look for what is due, at once. */
  const look = async () => {
    const counts = await Promise.all([service.domain.queueReminders(), other.domain.queueReminders()]);
    if (counts.some((count) => count > 0)) await allTold();
  };

  const passTo = async (end: Date, step = 10 * minute) => {
    while (clock.now() < end) {
      clock.set(new Date(Math.min(clock.now().getTime() + step, end.getTime())));
      await look();
    }
    await allTold();
  };

  const reminders = async (guest: { notices: () => Promise<{ data: { kind: string }[] }> }) =>
    (await guest.notices()).data.filter(({ kind }) => kind === 'event_reminder').length;

  await t.test('two replicas over a night with a clock change remind once', async (t) => {
    // In Berlin 02:00 to 03:00 of 25 October 2026 and 2027 happens twice.
    const year =
      clock.now().getUTCFullYear() +
      (clock.now() > new Date(`${clock.now().getUTCFullYear()}-10-20`) ? 1 : 0);
    const lastSunday = new Date(Date.UTC(year, 9, 31));
    lastSunday.setUTCDate(31 - lastSunday.getUTCDay());
    clock.set(new Date(lastSunday.getTime() - 2 * day));
    const startAt = new Date(lastSunday.getTime() + 9 * hour);
    const eventId = await create(organizer, {
      startAt,
      endAt: new Date(startAt.getTime() + hour),
      timeZone: 'Europe/Berlin',
    });
    const [going, interested, booked, leaving, own] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    await going.asks(`POST /v1/events/${eventId}/rsvp`, { status: 'going' });
    await interested.asks(`POST /v1/events/${eventId}/rsvp`, { status: 'interested' });
    await booked.asks(`PUT /v1/events/${eventId}/booking`, { quantity: 1 });
    await leaving.asks(`POST /v1/events/${eventId}/rsvp`, { status: 'going' });
    await own.asks(`POST /v1/events/${eventId}/rsvp`, { status: 'going' });
    await own.asks('PUT /v1/me/notice-settings', {
      email: true,
      reminders: ['PT9H', 'PT8H', 'PT7H', 'PT5M'],
    });
    await look();
    await passTo(new Date(startAt.getTime() - 23 * hour));
    t.strictSame(
      await Promise.all([going, interested, booked, leaving, own].map(reminders)),
      [1, 0, 1, 1, 0],
    );
    await leaving.asks(`POST /v1/events/${eventId}/rsvp`, { status: null });
    await passTo(startAt);
    t.strictSame(
      await Promise.all([going, interested, booked, leaving, own].map(reminders)),
      [2, 0, 2, 1, 4],
    );
  });

  await t.test(
    'a moved event reminds of its new start, a cancelled one of nothing, an outage of the last half hour',
    async (t) => {
      const guest = await person();
      const ids = [await create(organizer), await create(organizer), await create(organizer)];
      const [moved = '', cancelled = '', late = ''] = ids;
      for (const id of ids) await guest.asks(`POST /v1/events/${id}/rsvp`, { status: 'going' });
      const startAt = new Date((await guest.asks(`GET /v1/events/${late}`)).body.startAt);
      await look();
      clock.set(new Date(startAt.getTime() - day - 31 * minute));
      await look();
      await organizer.asks(`PATCH /v1/events/${moved}`, {
        startAt: new Date(startAt.getTime() + 2 * day),
        endAt: new Date(startAt.getTime() + 2 * day + hour),
      });
      await organizer.asks(`POST /v1/events/${cancelled}/cancel`);
      // An outage of an hour.
      clock.set(new Date(startAt.getTime() - day + 31 * minute));
      await look();
      t.equal(await reminders(guest), 0, 'more than 30 minutes late');
      clock.set(new Date(startAt.getTime() - 2 * hour + 29 * minute));
      await look();
      t.equal(await reminders(guest), 1, 'of the one that is neither moved nor cancelled');
      await passTo(new Date(startAt.getTime() + 2 * day), 20 * minute);
      t.equal(await reminders(guest), 3, 'a day and two hours before the new start');
    },
  );
});
