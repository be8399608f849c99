import type { UserStore } from '../src/ports/user-store.ts';
import { UsernameTaken } from '../src/ports/user-store.ts';
import type { PublicUser, User } from '../src/users/user.ts';
import { memoryEventStore } from './memory-event-store.ts';
import type { Table } from './table.ts';
import type { Tables } from './tables.ts';

export const toPublicUser = ({ id, name, username, avatar }: User): PublicUser => ({
  id,
  name,
  username,
  avatar,
});

export const memoryUserStore = (tables: Tables): UserStore => {
  const { users, sessions } = tables;
  const living = () => users.rows().filter(({ erased }) => !erased);
  const byPhone = (phone: string) => living().find((user) => user.phone === phone) ?? null;
  const byUsername = (username: string) =>
    living().find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null;
  return {
    signUp: async (user) => {
      const known = byPhone(user.phone);
      if (known) return { user: known, isNew: false };
      if (byUsername(user.username)) throw new UsernameTaken();
      users.set(user.id, user);
      return { user, isNew: true };
    },
    find: async (id) => living().find((user) => user.id === id) ?? null,
    findByPhone: async (phone) => byPhone(phone),
    findByUsername: async (username) => {
      const user = byUsername(username);
      return user && toPublicUser(user);
    },
    update: async (id, changes) => {
      const user = living().find((known) => known.id === id);
      if (!user) return null;
      const namesake = changes.username === undefined ? null : byUsername(changes.username);
      if (namesake && namesake.id !== id) return 'username_taken';
      const changed = { ...user, ...changes };
      users.set(id, changed);
      return changed;
    },
    erase: async (id, at) => {
      const user = living().find((known) => known.id === id);
      if (!user) return;
      users.set(id, {
        ...user,
        phone: '',
        name: '',
        username: '',
        avatar: null,
        bio: '',
        city: '',
        erased: true,
      });
      for (const session of sessions.rows())
        if (session.userId === id && !session.endedAt) sessions.set(session.id, { ...session, endedAt: at });
      forget(
        tables.rsvps,
        (row) => row.userId === id,
        ({ eventId }) => `${eventId} ${id}`,
      );
      forget(
        tables.saved,
        (row) => row.userId === id,
        ({ eventId }) => `${eventId} ${id}`,
      );
      forget(
        tables.eventAdmins,
        (row) => row.userId === id,
        ({ eventId }) => `${eventId} ${id}`,
      );
      forget(
        tables.joins,
        (row) => row.userId === id,
        ({ eventId }) => `${eventId} ${id}`,
      );
      forget(
        tables.bookings,
        (row) => row.userId === id,
        (row) => row.id,
      );
      forget(
        tables.invitations,
        (row) => row.userId === id,
        (row) => row.id,
      );
      tables.calendarTokens.delete(id);
      const circles = tables.circles.rows().filter(({ ownerId }) => ownerId === id);
      const gone = new Set<string>(circles.map((circle) => circle.id));
      forget(
        tables.circleMembers,
        (row) => row.userId === id || gone.has(row.circleId),
        ({ circleId, userId }) => `${circleId} ${userId}`,
      );
      forget(
        tables.circles,
        (row) => gone.has(row.id),
        (row) => row.id,
      );
      const events = memoryEventStore(tables);
      for (const event of tables.events.rows())
        if (event.organizerId === id && event.endAt > at) await events.cancel(event.id, at);
    },
  };
};

const forget = <Row>(table: Table<Row>, which: (row: Row) => boolean, keyOf: (row: Row) => string): void => {
  for (const row of table.rows().filter(which)) table.delete(keyOf(row));
};
