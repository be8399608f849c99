import { invitationPolicy, type UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, addUser, now, sendInvitation, someInvitation } = fixtures;
const database = await openTestPostgres(t);
const { query, stores } = database;
const { unitOfWork } = database.postgres;

await t.test(
  'one of several parallel acceptances of an e-mail invitation succeeds, in its unit of work',
  async (t) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'guest@example.org' });
    const people = await Promise.all(Array.from({ length: 16 }, () => addUser(stores)));
    const outcomes = await Promise.allSettled(
      people.map(({ id: user }) =>
        unitOfWork.run(async (inside) => {
          if (!(await inside.invitations.accept(id, user, now))) throw new Error('too late');
          return inside.rsvps.set(event.id, user, 'going', now);
        }),
      ),
    );
    t.strictSame(
      outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
      [{ myRsvp: 'going', rsvpCount: 1 }],
    );
  },
);

await t.test('ten thousand invitations are sent at once', async (t) => {
  const event = await addEvent(stores);
  await query(`insert into app_user select gen_random_uuid(), 'p' || n, '', 'guest' || n, null, '', 'user', '', 0, now(), null
    from generate_series(1, 10000) n`);
  const guests = await query<{ id: UserId }>("select id from app_user where phone like 'p%'");
  const began = performance.now();
  const { users } = await stores.invitations.candidates({
    eventId: event.id,
    organizer: event.organizerId,
    inviter: event.organizerId,
    circleIds: [],
    userIds: guests.map(({ id }) => id),
    emails: [],
    most: 10_000,
    at: now,
  });
  t.equal(users.length, 10_000);
  const batch = guests.map(({ id }) => someInvitation(event, { kind: 'user', userId: id }));
  t.equal((await stores.invitations.send(batch, now)).length, 10_000);
  t.equal((await stores.invitations.send(batch, now)).length, 0);
  t.comment(`invited twice in ${Math.round(performance.now() - began)} ms`);
});

await t.test('an event keeps ten thousand replaced tokens and forgets further ones', async (t) => {
  const event = await addEvent(stores);
  const mail = await sendInvitation(stores, event, { kind: 'email', email: 'often@example.org' });
  const tokenCount = invitationPolicy.retiredTokens - 2;
  await query(
    `insert into retired_token select '${event.id}' || n, '${event.id}' from generate_series(1, ${tokenCount}) n`,
  );
  const kindOf = async (token: string) => (await stores.invitationCatalog.byToken(token))?.kind;
  const [first, second, third] = [`first-${event.id}`, `second-${event.id}`, `third-${event.id}`] as const;
  await stores.inviteLinks.tokenOf(event.id, first);
  await stores.inviteLinks.rotate(event.id, second);
  t.equal(await kindOf(first), 'retired');
  t.equal(await stores.invitations.resend(mail.id, `resent-${event.id}`, event.endAt, now, now), 2);
  t.equal(await kindOf(mail.token), 'retired', 'the last one');

  await stores.inviteLinks.rotate(event.id, third);
  t.equal(await kindOf(second), undefined);
  t.equal(await kindOf(third), 'link');
  t.equal(await stores.invitations.resend(mail.id, `again-${event.id}`, event.endAt, now, now), 3);
  t.equal(await kindOf(`resent-${event.id}`), undefined);
  await stores.invitations.revoke(mail.id, now);
  await sendInvitation(stores, event, { kind: 'email', email: 'often@example.org' });
  t.equal(await kindOf(`again-${event.id}`), undefined);
});
