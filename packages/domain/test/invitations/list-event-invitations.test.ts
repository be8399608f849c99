import t from 'tap';
import type { UserId } from '../../src/ids.ts';
import { person, refusal } from '../support.ts';
import { privateScene } from './invitation-scene.ts';

t.test('the managers of an event list its invitations', async (t) => {
  const { world, domain, organizer, eventId, invite } = await privateScene();
  const [guest, outsider] = [await person(world), await person(world)];
  await invite({ userIds: [guest], emails: ['guest@mail.example'] });
  await world.deliverMails();
  const list = (callerId: UserId, page?: number) =>
    domain.listEventInvitations({ eventId, callerId, page, limit: 1 });
  const [first, second] = [await list(organizer, 1), await list(organizer, 2)];
  t.strictSame([first.total, first.items.length, second.items.length], [2, 1, 1]);
  const items = [...first.items, ...second.items];
  t.hasStrict(
    items.find(({ kind }) => kind === 'user'),
    { user: { id: guest }, email: null, state: 'pending', delivery: 'none' },
  );
  t.hasStrict(
    items.find(({ kind }) => kind === 'email'),
    { user: null, email: 'guest@mail.example', state: 'pending', delivery: 'sent' },
  );
  await t.rejects(list(outsider), refusal('event_not_found'));
  await t.rejects(list(guest), refusal('forbidden'));
});
