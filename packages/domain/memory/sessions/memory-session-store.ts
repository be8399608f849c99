import type { SessionId } from '../../src/ids.ts';
import type { OwnSessions } from '../../src/ports/accounts/own-sessions.ts';
import type { SessionStore } from '../../src/ports/accounts/session-store.ts';
import { isAlive, isNews, rememberedExchanges, rotateSession } from '../../src/sessions/session.ts';
import { byKeys } from '../events/order.ts';
import type { Exchange, Tables } from '../tables.ts';
import { endSession } from './end-session.ts';

export const memorySessionStore = (tables: Tables): SessionStore => {
  const { sessions, exchanges, users } = tables;
  const remember = (id: SessionId, exchange: Exchange) => {
    const row = exchanges.get(id);
    exchanges.set(id, row ? [exchange, ...row].slice(0, rememberedExchanges) : [exchange]);
  };
  return {
    open: async (session) => {
      if (users.get(session.userId)?.suspendedAt !== null || sessions.get(session.id)) return false;
      sessions.set(session.id, session);
      return true;
    },
    find: async (id) => sessions.get(id) ?? null,
    advance: async (id, from, at, keyHash) => {
      const session = sessions.get(id);
      if (!session || session.endedAt || session.generation !== from) return false;
      sessions.set(id, rotateSession(session, at, keyHash !== null));
      if (keyHash !== null) remember(id, { from, keyHash });
      return true;
    },
    bind: async (id, from, keyHash) => {
      const session = sessions.get(id);
      if (!session || session.endedAt || session.strict || session.generation !== from + 1) return false;
      sessions.set(id, { ...session, strict: true });
      remember(id, { from, keyHash });
      return true;
    },
    keyOfExchange: async (id, from) =>
      exchanges.get(id)?.find((exchange) => exchange.from === from)?.keyHash ?? null,
    use: async (id, generation, at) => {
      const session = sessions.get(id);
      if (session && isNews(session, generation, at))
        sessions.set(id, {
          ...session,
          confirmed: session.confirmed || session.generation === generation,
          lastUsedAt: new Date(Math.max(at.getTime(), session.lastUsedAt.getTime())),
        });
    },
    end: async (id, at) => {
      const session = sessions.get(id);
      if (!session || session.endedAt) return false;
      endSession(tables, session, at);
      return true;
    },
  };
};

export const memoryOwnSessions = (tables: Tables): OwnSessions => ({
  aliveOf: async (user, at, limit) =>
    tables.sessions
      .rows()
      .filter((session) => session.userId === user && !session.isReceipt && isAlive(session, at))
      .sort(byKeys(({ lastUsedAt, id }) => [lastUsedAt, id]))
      .reverse()
      .slice(0, limit),
  endOthers: async (user, row, at) => {
    const others = tables.sessions.rows().filter(({ id, userId }) => userId === user && id !== row);
    const sessionsToEnd = others.filter((session) => isAlive(session, at));
    for (const session of sessionsToEnd) endSession(tables, session, at);
    return sessionsToEnd.map(({ id }) => id);
  },
});
