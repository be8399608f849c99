import { randomUUID } from 'node:crypto';
import t from 'tap';
import { openPhones, type Phone } from './phones.ts';
import { openTellingService, until } from './telling-service.ts';

t.test('devices are told', async (t) => {
  const { clock, person, create, endpoint, query } = await openTellingService(t, (url) => ({
    PUSH: 'expo',
    EXPO_URL: `${url}/ignored`,
  }));
  const [organizer, guest] = [await person('Ada Lovelace'), await person('Bob')];
  const id = await create(organizer);
  await guest.asks(`POST /v1/events/${id}/rsvp`, { status: 'going' });
  const path = '/--/api/v2/push/send';
  const pushes = () => endpoint.at(path).map(({ body }) => body[0]);
  const device = `/v1/me/devices/${randomUUID()}`;
  const register = (token: string, at = device) =>
    guest.asks(`PUT ${at}`, { platform: 'expo', token, locale: 'de' });
  t.equal((await register('ExponentPushToken[bob]')).status, 200);
  t.match(await guest.asks(`PUT ${device}`, { platform: 'fcm', token: 'x' }), {
    ...{ status: 409, body: { code: 'push_unavailable', platforms: ['expo'] } },
  });
  const announce = (text: string) =>
    organizer.asks(`POST /v1/events/${id}/announcements`, { text, to: ['going'] });

  await announce('Bring a lamp.');
  await until(() => pushes().length === 1);
  const [{ body: notices }] = [await guest.asks('GET /v1/me/notices')];
  t.match(pushes()[0], {
    to: 'ExponentPushToken[bob]',
    title: /^Eine Nachricht zu/,
    body: 'Bring a lamp.',
    badge: 1,
    channelId: 'notices',
    collapseId: notices.data[0].id,
    data: {
      noticeId: notices.data[0].id,
      kind: 'announcement',
      eventId: id,
      url: `https://gather.example/e/${id}`,
    },
  });

  endpoint.statuses.set(path, 503);
  await announce('Doors open at six.');
  await until(() => pushes().length === 2);
  await until(async () => (await query("select from outbox where data ->> 'attempt' = '1'")).length > 0);
  endpoint.statuses.delete(path);
  clock.advance(10_000);
  await until(() => pushes().length === 3);
  t.equal(pushes()[2].collapseId, pushes()[1].collapseId, 'the same, again');

  t.equal((await query('select from device')).length, 1);
  await guest.asks('POST /v1/auth/logout', {});
  t.equal((await query('select from device')).length, 0, 'signed out');
  await announce('Nobody hears.');
  await until(async () => (await query('select from outbox where due_at <= now()')).length === 0);
  t.equal(pushes().length, 3);
});

t.test('phones of each kind', async (t) => {
  const { phones, settings } = await openPhones(t);
  const scene = await openTellingService(t, () => settings);
  const { clock, person, create, query, endpoint, guestByMail, mailsTo } = scene;
  const [organizer, bob, other] = [await person('Ada Lovelace'), await person('Bob'), await person('Eve')];
  const id = await create(organizer);
  const address = 'carol@mail.example';
  await guestByMail(organizer, id, address);
  await bob.asks(`POST /v1/events/${id}/rsvp`, { status: 'going' });
  await organizer.asks('POST /v1/webhooks', { url: `${endpoint.url}/hook`, types: ['rsvp.changed'] });
  const register = async ({ platform, token }: Phone) => {
    const { status } = await bob.asks(`PUT /v1/me/devices/${randomUUID()}`, { platform, token });
    t.equal(status, 200, platform);
  };
  for (const phone of phones) await register(phone);
  const announce = (text: string) =>
    organizer.asks(`POST /v1/events/${id}/announcements`, { text, to: ['going'] });
  /** What the phone shows of an announcement, once for each time it arrived. */
  const arrived = async (phone: Phone, text: string, times = 1): Promise<readonly string[]> =>
    until(async () => {
      const keys = (await phone.shown()).filter(({ body }) => body === text).map(({ key }) => key);
      return keys.length >= times && keys;
    });
  const jobs = (more = '') =>
    query<{ due_at: Date }>(`select due_at from outbox where queue ~ '^push-' ${more}`);
  const devices = await query<{ id: string }>('select id from device');

  await t.test('are told of a change', async (t) => {
    const startAt = new Date(clock.now().getTime() + 6 * 86_400_000);
    const endAt = new Date(startAt.getTime() + 3_600_000);
    t.equal((await organizer.asks(`PATCH /v1/events/${id}`, { startAt, endAt })).status, 200);
    // Edits are told together.
    clock.advance(6 * 60_000);
    const [notice] = await bob.delivered(1);
    for (const phone of phones) {
      await until(() => phone.tries() > 0);
      t.match(
        await phone.shown(),
        [
          {
            ...{ title: notice.title, body: notice.body, key: `event_changed-${id}` },
            data: { noticeId: notice.id, kind: 'event_changed', eventId: id },
          },
        ],
        phone.platform,
      );
    }
  });

  await t.test('wait for no other’s provider, nor do mails and webhooks', async (t) => {
    /** More than are sent at once. */
    const crowd = 200;
    const mails = () => mailsTo(address).length;
    const told = () => endpoint.at('/hook').length;
    let isGoing = false;
    for (const slow of phones) {
      const text = `While ${slow.platform} hangs.`;
      const { platform } = slow;
      const changes = "jsonb_build_object('id', gen_random_uuid(), 'address', d.address || n)";
      await query(
        `insert into device select (jsonb_populate_record(d, ${changes})).*
         from device d, generate_series(1, ${crowd}) n where platform = $1`,
        [platform],
      );
      slow.hang();
      const [mailed, posted] = [mails(), told()];
      await announce(text);
      await until(() => slow.held.length > 0);
      isGoing = !isGoing;
      await other.asks(`POST /v1/events/${id}/rsvp`, { status: isGoing ? 'going' : 'interested' });
      for (const phone of phones) if (phone !== slow) await arrived(phone, text);
      await until(() => mails() > mailed && told() > posted);
      t.ok(slow.held.length > 0, `${platform} hung meanwhile`);
      await query('delete from device where id <> all ($1)', [devices.map((one) => one.id)]);
      slow.release();
      // What had no response in time is due again later.
      clock.advance(60_000);
      await arrived(slow, text);
      await until(async () => (await jobs()).length === 0);
    }
  });

  await t.test('are told again what their provider did not take', async (t) => {
    for (const phone of phones) phone.fail(500);
    await announce('Bring a lamp.');
    await until(async () => (await jobs("and data ->> 'attempt' = '1'")).length === phones.length);
    for (const phone of phones) phone.fail(429, { 'retry-after': '600' });
    clock.advance(10_000);
    const limited = await until(async () => {
      const rows = await jobs("and data ->> 'attempt' = '2'");
      return rows.length === phones.length && rows;
    });
    t.ok(
      limited.every(({ due_at: dueAt }) => dueAt.getTime() >= clock.now().getTime() + 590_000),
      'not before it says',
    );
    for (const phone of phones) phone.take();
    clock.advance(700_000);
    for (const phone of phones) {
      const keys = await arrived(phone, 'Bring a lamp.', 3);
      t.strictSame([keys.length, new Set(keys).size], [3, 1], `${phone.platform}: the same each time`);
    }
  });

  await t.test('that their provider lost are told no more, nor those signed out', async (t) => {
    for (const phone of phones.slice(1)) phone.lose();
    await announce('Doors open at six.');
    await until(async () => (await query('select from device')).length === 1);
    await until(async () => (await jobs()).length === 0);
    const tries = phones.map((phone) => phone.tries());
    await register(phones[0] as Phone);
    await bob.asks('POST /v1/auth/logout', {});
    t.equal((await query('select from device')).length, 0);
    await announce('Nobody hears.');
    await until(
      async () => (await query('select from outbox where due_at <= $1', [clock.now()])).length === 0,
    );
    t.strictSame(
      phones.map((phone) => phone.tries()),
      tries,
    );
  });
});
