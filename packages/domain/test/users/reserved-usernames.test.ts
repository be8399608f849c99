import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { UserId } from '../../src/ids.ts';
import { isReservedUsername } from '../../src/users/reserved-usernames.ts';
import { newUser } from '../../src/users/user.ts';
import { person, refusal } from '../support.ts';

t.test('a username that sounds like the operator is reserved', async (t) => {
  for (const name of ['admin', 'Admin', 'support', 'root', 'help', 'security', 'the.admin', 'help-desk'])
    t.equal(isReservedUsername(name), true, name);
  for (const name of ['admin7', 'support_berlin', '4dm1n', 'r00t', 's3curity'])
    t.equal(isReservedUsername(name), true, name);
  for (const name of ['supportteam', 'adminteam2', '4dm1n5upport', 'the-admins', 'moderators', 'no-reply'])
    t.equal(isReservedUsername(name), true, name);
  for (const name of [
    'zoe.k',
    'badminton',
    'supporter',
    'helper2',
    'rooted',
    'the-roots',
    'teammate',
    '0816',
  ])
    t.equal(isReservedUsername(name), false, name);
});

t.test('no user takes a reserved username, and who has one keeps it', async (t) => {
  const world = createMemoryWorld();
  const userId = await person(world);
  const rename = (username: string, id = userId) =>
    world.domain.updateProfile({ userId: id, changes: { username } });
  await t.rejects(rename('Support'), refusal('username_taken'));
  t.equal((await rename('supporter')).username, 'supporter');
  const former = newUser(world.dependencies.ids.next() as UserId, '+4930', 'support', world.clock.now());
  await world.dependencies.stores.users.signUp(former);
  t.equal((await rename('Support', former.id)).username, 'Support');
});
