import t from 'tap';
import type { MemoryWorld } from '../../memory/index.ts';
import { day, minute } from '../../src/time.ts';
import { invitationScene } from '../invitations/invitation-scene.ts';
import { refusal } from '../support.ts';

const lastToken = ({ mailsSent }: MemoryWorld) => mailsSent.at(-1)?.unsubscribeToken ?? '';

t.test('an unsubscribed address gets no mail, under any plus-part', async (t) => {
  const { world, domain, invite } = await invitationScene();
  await invite({ emails: ['ada+party@mail.example', 'bob@mail.example'] });
  await world.deliverMails();
  const token = world.mailsSent.find(({ email }) => email.startsWith('ada'))?.unsubscribeToken ?? '';
  await domain.checkUnsubscribe({ token });
  t.equal(world.tables.suppressions.rows().length, 0, 'checking writes nothing');
  await domain.unsubscribe({ token });
  await domain.unsubscribe({ token });
  world.clock.advance(day);
  t.hasStrict(await invite({ emails: ['ada@mail.example', 'ada+x@mail.example', 'ann@mail.example'] }), {
    sent: 1,
    skipped: 2,
    suppressed: { overBudget: 0, unsubscribed: 2 },
  });
  await world.deliverMails();
  t.strictSame(world.mailsSent.map(({ email }) => email).sort(), [
    'ada+party@mail.example',
    'ann@mail.example',
    'bob@mail.example',
  ]);
});

t.test('a queued mail is not sent to who has unsubscribed meanwhile', async (t) => {
  const { world, domain, eventId, organizer, invite } = await invitationScene();
  await invite({ emails: ['ada@mail.example'] });
  await world.deliverMails();
  await invite({ emails: ['ada+later@mail.example', 'bob@mail.example'] });
  await domain.unsubscribe({ token: lastToken(world) });
  const outcomes = [];
  for (const { id, sending } of world.tables.outbox.rows())
    outcomes.push(await domain.deliverInvitation({ invitationId: id, sending }));
  t.strictSame(outcomes.sort(), ['sent', 'unsubscribed']);
  const { items } = await domain.listEventInvitations({ eventId, callerId: organizer });
  t.strictSame(items.map(({ email, delivery, state }) => [email, delivery, state]).sort(), [
    ['ada+later@mail.example', 'refused', 'pending'],
    ['ada@mail.example', 'sent', 'pending'],
    ['bob@mail.example', 'sent', 'pending'],
  ]);
});

t.test('an invitation sent again to who has unsubscribed is recorded as refused', async (t) => {
  const { world, domain, eventId, organizer, invite } = await invitationScene();
  await invite({ emails: ['ada@mail.example'] });
  await world.deliverMails();
  await domain.unsubscribe({ token: lastToken(world) });
  world.clock.advance(10 * minute);
  const [{ id = '' } = {}] = (await domain.listEventInvitations({ eventId, callerId: organizer })).items;
  const item = await domain.resendInvitation({ eventId, callerId: organizer, invitationId: id });
  t.hasStrict(item, { state: 'pending', delivery: 'refused' });
  t.strictSame(world.tables.outbox.rows(), []);
});

t.test('an unknown token is not found', async (t) => {
  const { world, domain, invite } = await invitationScene();
  await invite({ emails: ['ada@mail.example'] });
  await world.deliverMails();
  const token = lastToken(world);
  t.notMatch(token, /ada|mail\.example/);
  for (const wrong of ['', 'x', token.slice(1), `${token}x`, token.toUpperCase()]) {
    await t.rejects(domain.unsubscribe({ token: wrong }), refusal('not_found'));
    await t.rejects(domain.checkUnsubscribe({ token: wrong }), refusal('not_found'));
  }
  t.strictSame(world.tables.suppressions.rows(), []);
});
