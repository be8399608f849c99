import type { UserStore } from '../../src/ports/accounts/user-store.ts';
import type { PublicUser, User } from '../../src/users/user.ts';
import { UsernameTaken } from '../../src/users/username-taken.ts';
import { endBooking } from '../bookings/memory-seats.ts';
import { cancelEvent } from '../events/memory-edits.ts';
import { tellListeners } from '../outbox/memory-outbox.ts';
import { picturedIn } from '../pictures/memory-picture-records.ts';
import { endSession } from '../sessions/end-session.ts';
import { newTable, pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { memoryWebhookStore } from '../webhooks/memory-webhook-store.ts';
import { inherit } from './memory-erased-accounts.ts';

export const toPublicUser = ({ id, name, username, avatar }: User): PublicUser => ({
  id,
  name,
  username,
  avatar,
});

export const memoryUserStore = (tables: Tables): UserStore => {
  const { users, sessions } = tables;
  const byPhone = (phone: string) => users.rows().find((user) => user.phone === phone) ?? null;
  const byUsername = (username: string) =>
    users.rows().find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null;
  return {
    signUp: async (user) => {
      const row = byPhone(user.phone);
      if (row) return { user: row, isNew: false };
      if (byUsername(user.username)) throw new UsernameTaken();
      users.set(user.id, user);
      inherit(tables, user.phone, user.id, user.createdAt);
      return { user, isNew: true };
    },
    find: async (id) => users.get(id) ?? null,
    findByPhone: async (phone) => byPhone(phone),
    findByUsername: async (username) => {
      const user = byUsername(username);
      return user && toPublicUser(user);
    },
    update: async (id, changes, before) => {
      const user = users.get(id);
      if (!user) return null;
      if (before && JSON.stringify(user.metadata) !== JSON.stringify(before)) return 'outdated';
      const namesake = changes.username === undefined ? null : byUsername(changes.username);
      if (namesake && namesake.id !== id) return 'username_taken';
      const row = { ...user, ...changes };
      row.avatar = picturedIn(tables, row.avatar);
      users.set(id, row);
      return row;
    },
    erase: async (id, at) => {
      const account = users.get(id);
      if (!account) return false;
      users.delete(id);
      tables.erasedAccounts.set(account.phone, { id, erasedAt: at });
      for (const session of sessions.rows())
        if (session.userId === id && !session.endedAt) endSession(tables, session, at);
      for (const table of [tables.saved, tables.eventAdmins, tables.joins, tables.formerManagers])
        for (const { eventId, userId } of table.rows())
          if (userId === id) table.delete(pairKey(eventId, userId));
      for (const { eventId, userId } of tables.bookings.rows())
        if (userId === id) endBooking({ ...tables, activity: newTable() }, eventId, id, at);
      for (const { eventId, userId } of tables.answers.rows())
        if (userId === id) tables.answers.delete(pairKey(eventId, id));
      for (const { itemId, userId } of tables.bringClaims.rows())
        if (userId === id) tables.bringClaims.delete(pairKey(itemId, id));
      for (const row of tables.invitations.rows()) if (row.userId === id) tables.invitations.delete(row.id);
      tables.emailProofs.delete(id);
      tables.digests.delete(id);
      for (const [key, { userId }] of tables.activity.entries())
        if (userId === id) tables.activity.delete(key);
      tables.calendarTokens.delete(id);
      tables.noticeSettings.delete(id);
      for (const table of [tables.notices, tables.guestLists])
        for (const row of table.rows())
          if (row.userId === id) table.delete('id' in row ? String(row.id) : pairKey(row.listId, id));
      const webhooks = memoryWebhookStore(tables);
      for (const webhook of await webhooks.list(id)) await webhooks.remove(webhook.id);
      for (const { eventId, userId } of tables.rsvps.rows())
        if (userId === id) {
          tables.rsvps.delete(pairKey(eventId, id));
          tellListeners(tables, 'rsvp.changed', at, { eventId, userId, data: { status: null } });
        }
      for (const { userId, blockedId } of tables.blocks.rows())
        if (userId === id) tables.blocks.delete(pairKey(userId, blockedId));
      for (const { callerId, requestHash } of tables.storedResponses.rows())
        if (callerId === id) tables.storedResponses.delete(pairKey(callerId, requestHash));
      for (const { id: circle, ownerId } of tables.circles.rows())
        if (ownerId === id) tables.circles.delete(circle);
      for (const { circleId, userId } of tables.circleMembers.rows())
        if (userId === id || !tables.circles.get(circleId))
          tables.circleMembers.delete(pairKey(circleId, userId));
      for (const { seriesId, userId } of tables.seriesRsvps.rows())
        if (userId === id) tables.seriesRsvps.delete(pairKey(seriesId, id));
      for (const series of tables.series.rows())
        if (series.organizerId === id)
          tables.series.set(series.id, { ...series, isCancelled: true, extendAt: null });
      for (const report of tables.reports.rows())
        if (report.reporterId === id || report.target.id === id) tables.reports.delete(report.id);
      for (const event of tables.events.rows())
        if (
          event.organizerId === id &&
          (event.status === 'postponed' || (event.status === 'scheduled' && event.endAt > at))
        )
          cancelEvent(tables, event, at, id);
      return true;
    },
  };
};
