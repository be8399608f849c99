import t from 'tap';
import { openTellingService, until } from './telling-service.ts';

const day = 86_400_000;

t.test('an address is proven by a mail, and hears of bookings and activity', async (t) => {
  const scene = await openTellingService(t);
  const { clock, create, logged, person, query, smtp } = scene;
  const [organizer, guest] = [await person('Ada'), await person('Bob')];
  const mailsOf = (address: string, subject: RegExp) =>
    smtp.mails.filter(
      (mail) => JSON.stringify(mail.to ?? '').includes(address) && subject.test(mail.subject ?? ''),
    );
  const prove = async ({ asks }: typeof guest, email: string) => {
    t.equal((await asks('POST /v1/me/email', { email })).status, 202);
    const mail = await until(() => mailsOf(email, /^Confirm/)[0]);
    t.match(mail.text, /https:\/\/gather\.example\/email\/[\w-]+/);
    const [code] = mail.text?.match(/\b\d{6}\b/) ?? [];
    t.match((await asks('POST /v1/me/email/check', { code })).body, { email });
  };
  await prove(guest, 'bob@mail.example');
  await prove(organizer, 'ada@mail.example');

  const eventId = await create(organizer, { capacity: 3 });
  t.equal((await guest.asks(`PUT /v1/events/${eventId}/booking`, { quantity: 2 })).status, 201);
  const mail = await until(() => mailsOf('bob@mail.example', /^Your booking is confirmed/)[0]);
  t.match(mail.text, `https://gather.example/e/${eventId}`);
  const part = mail.attachments.find(({ contentType }) => contentType === 'text/calendar');
  t.match(part?.content.toString(), `UID:${eventId}@event-platform`);
  t.strictSame(await guest.kinds(), [], 'no inbox has it');

  const [notice] = await organizer.delivered(1);
  t.match(notice, {
    ...{ kind: 'event_activity', title: 'What is new: Roof party', body: '1 booked' },
    changes: { booked: 1, going: 0, people: [{ id: guest.id, name: 'Bob' }] },
  });
  clock.advance(2 * day);
  const digest = await until(() => mailsOf('ada@mail.example', /^What is new at your event/)[0]);
  t.match(digest.text, 'Roof party: 1 booked');
  await until(async () => (await query('select from outbox')).length === 0);
  t.equal(mailsOf('ada@mail.example', /^What is new/).length, 1);
  t.notMatch(logged.join('\n'), /mail\.example/, 'no address is logged');
});
