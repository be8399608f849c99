import { UsernameTaken } from '../src/ports/user-store.ts';
import { after, day } from '../src/time.ts';
import { addCircle, addEvent, addSession, addUser, now, sendInvitation, someUser } from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

export const userStoreContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps a user and finds them again', async (t, { stores: { users } }) => {
    const user = someUser({
      name: 'Zoë O’Hara',
      city: 'Łódź',
      bio: 'line\nbreak',
      avatar: 'https://pics.example/z.png',
    });
    t.strictSame(await users.signUp(user), { user, isNew: true });
    t.strictSame(await users.find(user.id), user);
    t.strictSame(await users.findByPhone(user.phone), user);
    const { id, name, username, avatar } = user;
    t.strictSame(await users.findByUsername(username.toUpperCase()), { id, name, username, avatar });
    t.equal(await users.findByUsername('nobody-here'), null);
    t.equal(await users.find(someUser().id), null);
  });

  await example(
    t,
    'makes one user of parallel first sign-ins of a phone',
    async (t, { stores: { users } }) => {
      const { phone } = someUser();
      const all = await atOnce(20, () => users.signUp(someUser({ phone })));
      t.equal(all.filter(({ isNew }) => isNew).length, 1);
      t.equal(new Set(all.map(({ user }) => user.id)).size, 1);
    },
  );

  await example(t, 'refuses a username in use, without case', async (t, { stores }) => {
    const { username } = await addUser(stores);
    await t.rejects(stores.users.signUp(someUser({ username: username.toUpperCase() })), new UsernameTaken());
    const other = await addUser(stores);
    t.equal(
      await stores.users.update(other.id, { username: username.toUpperCase(), name: 'X' }),
      'username_taken',
    );
    t.strictSame(await stores.users.find(other.id), other, 'a refused change changes nothing');
  });

  await example(t, 'changes just what is given', async (t, { stores }) => {
    const user = await addUser(stores, { name: 'Before', city: 'Oslo' });
    const changes = {
      name: 'After',
      username: user.username.toUpperCase(),
      avatar: 'https://pics.example/a',
    };
    t.strictSame(await stores.users.update(user.id, changes), { ...user, ...changes });
    t.strictSame(await stores.users.find(user.id), { ...user, ...changes });
    t.strictSame(await stores.users.update(user.id, {}), { ...user, ...changes });
    t.equal(await stores.users.update(someUser().id, { name: 'Nobody' }), null);
  });

  await example(t, 'gives a username to one of parallel askers', async (t, { stores }) => {
    const askers = await atOnce(8, () => addUser(stores));
    const answers = await Promise.all(
      askers.map(({ id }) => stores.users.update(id, { username: 'the-one' })),
    );
    t.equal(answers.filter((answer) => answer === 'username_taken').length, 7);
  });

  await example(t, 'erases an account with all that is personal', async (t, { stores }) => {
    const user = await addUser(stores, { name: 'Gone Soon' });
    const session = await addSession(stores, user.id);
    const own = await addEvent(stores, { organizerId: user.id });
    const past = await addEvent(stores, {
      organizerId: user.id,
      startAt: after(now, -2 * day),
      endAt: after(now, -day),
    });
    const others = await addEvent(stores);
    const friend = await addUser(stores);
    const circle = await addCircle(stores, friend.id, [user.id]);
    await addCircle(stores, user.id, [friend.id]);
    await stores.rsvps.answer(others.id, friend.id, 'interested', now);
    await stores.rsvps.answer(others.id, user.id, 'going', now);
    await stores.saved.save(others.id, user.id, now);
    const hidden = await addEvent(stores, { visibility: 'private' });
    await sendInvitation(stores, hidden, { kind: 'user', userId: user.id });

    await stores.users.erase(user.id, now);

    t.equal(await stores.users.find(user.id), null);
    t.equal(await stores.users.findByPhone(user.phone), null);
    t.equal(await stores.users.findByUsername(user.username), null);
    t.strictSame((await stores.sessions.find(session.id))?.endedAt, now);
    t.equal((await stores.eventCatalog.detail(others.id, friend.id, now))?.rsvpCount, 1);
    t.equal((await stores.circles.members(circle, friend.id, { page: 1, limit: 5 }))?.total, 0);
    t.equal(await stores.events.access(hidden.id, user.id, now), null);
    t.strictSame(await stores.invitationCatalog.openOf(user.id, now), []);
    t.equal((await stores.events.find(own.id))?.status, 'cancelled');
    t.equal((await stores.events.find(past.id))?.status, 'scheduled');
    const detail = await stores.eventCatalog.detail(own.id, friend.id, now);
    t.strictSame(detail?.organizer, { id: user.id, name: '', avatar: null });

    const again = await stores.users.signUp(someUser({ phone: user.phone, username: user.username }));
    t.equal(again.isNew, true, 'phone and username are free');
    await stores.users.erase(user.id, now);
    t.strictSame(await stores.users.findByPhone(user.phone), again.user, 'erasing twice harms nobody');
  });
};
