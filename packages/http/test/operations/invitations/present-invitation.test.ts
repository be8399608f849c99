import type { EventInviteItem } from '@event-platform/domain';
import t from 'tap';
import { linksOf } from '../../../src/links.ts';
import { presentEventInvite } from '../../../src/schemas/invitation.ts';
import { publicUrl } from '../../../test-support/test-app.ts';

const links = linksOf(publicUrl, 'EUR');
const invite: EventInviteItem = {
  id: '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as EventInviteItem['id'],
  kind: 'email',
  user: null,
  email: 'mira@example.com',
  state: 'pending',
  delivery: 'queued',
  createdAt: new Date('2026-06-01T12:00:00.000Z'),
  expiresAt: new Date('2026-07-01T12:00:00.000Z'),
};
const user = {
  id: '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e13',
  name: 'Mira',
  username: 'mira.1',
  avatar: null,
} as NonNullable<EventInviteItem['user']>;

t.test('an invitation names its addressee, and no other', async (t) => {
  const expected = {
    id: invite.id,
    kind: 'email',
    email: 'mira@example.com',
    status: 'pending',
    deliveryStatus: 'queued',
    createdAt: '2026-06-01T12:00:00.000Z',
    expiresAt: '2026-07-01T12:00:00.000Z',
  };
  t.strictSame(presentEventInvite(invite, links), expected);
  t.strictSame(presentEventInvite({ ...invite, user }, links), expected, 'not the user who owns the address');
  const { email: _, ...rest } = expected;
  t.strictSame(presentEventInvite({ ...invite, email: null, user }, links), rest, 'an erased address');
  const person = { ...user, avatar: `${publicUrl}/assets/avatar.svg`, avatarPicture: null };
  t.strictSame(presentEventInvite({ ...invite, kind: 'user', user }, links), {
    ...rest,
    kind: 'user',
    user: person,
  });
  t.strictSame(presentEventInvite({ ...invite, kind: 'user' }, links), { ...rest, kind: 'user' });
});
