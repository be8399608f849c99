import type { EventRecord, TakeDown } from '../../src/events/event.ts';
import type { ModerationStore } from '../../src/ports/operators/moderation-store.ts';
import { tell } from '../outbox/memory-outbox.ts';
import { endSession } from '../sessions/end-session.ts';
import type { Tables } from '../tables.ts';

const notTakenDown = { own: null, account: null };

export const memoryModerationStore = (tables: Tables): ModerationStore => {
  const { events, users, sessions, takeDowns, moderation } = tables;
  const version = () => moderation.get('version') ?? 0;

  const takeDown = (event: EventRecord, cause: Parameters<typeof change>[1], at: Date) => {
    const isNew = !event.takenDown;
    change(event, cause);
    if (isNew) tell(tables, 'event.taken_down', at, { eventId: event.id });
  };
  const change = (
    event: EventRecord,
    changes: { readonly own?: TakeDown | null; readonly account?: TakeDown | null },
  ) => {
    const causes = { ...(takeDowns.get(event.id) ?? notTakenDown), ...changes };
    takeDowns.set(event.id, causes);
    const takenDown = causes.own ?? causes.account;
    events.set(event.id, { ...event, takenDown, sequence: event.sequence + 1 });
    moderation.set('version', version() + 1);
  };

  return {
    takeDown: async (id, cause) => {
      const event = events.get(id);
      if (!event) return 'unknown';
      if (takeDowns.get(id)?.own?.reason === cause.reason) return 'unchanged';
      takeDown(event, { own: cause }, cause.at);
      return 'changed';
    },
    restore: async (id) => {
      const event = events.get(id);
      if (!event) return 'unknown';
      if (!takeDowns.get(id)?.own) return 'unchanged';
      change(event, { own: null });
      return 'changed';
    },
    suspend: async (id, { reason, at }) => {
      const user = users.get(id);
      if (!user) return 'unknown';
      if (user.role === 'admin') return 'is_operator';
      if (user.suspensionReason === reason) return 'unchanged';
      users.set(id, { ...user, suspendedAt: at, suspensionReason: reason });
      for (const session of sessions.rows())
        if (session.userId === id && !session.endedAt) endSession(tables, session, at);
      for (const event of events.rows())
        if (event.organizerId === id && event.endAt > at) takeDown(event, { account: { reason, at } }, at);
      return 'changed';
    },
    lift: async (id) => {
      const user = users.get(id);
      if (!user) return 'unknown';
      if (!user.suspendedAt) return 'unchanged';
      users.set(id, { ...user, suspendedAt: null, suspensionReason: null });
      for (const event of events.rows())
        if (event.organizerId === id && takeDowns.get(event.id)?.account) change(event, { account: null });
      return 'changed';
    },
    setRole: async (id, role) => {
      const user = users.get(id);
      if (!user) return 'unknown';
      if (user.role === role) return 'unchanged';
      users.set(id, { ...user, role });
      return 'changed';
    },
    counts: async (user) => ({
      events: events.rows().filter(({ organizerId }) => organizerId === user).length,
      rsvps: tables.rsvps.rows().filter(({ userId }) => userId === user).length,
      reportsMade: tables.reports.rows().filter(({ reporterId }) => reporterId === user).length,
      reportsAbout: tables.reports.rows().filter(({ target }) => target.id === user).length,
    }),
    version: async () => version(),
  };
};
