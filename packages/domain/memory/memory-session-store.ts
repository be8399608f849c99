import type { SessionStore } from '../src/ports/session-store.ts';
import type { Tables } from './tables.ts';

export const memorySessionStore = ({ sessions }: Tables): SessionStore => ({
  open: async (session) => sessions.set(session.id, session),
  find: async (id) => sessions.get(id) ?? null,
  advance: async (id, from, at) => {
    const session = sessions.get(id);
    if (!session || session.endedAt || session.generation !== from) return false;
    sessions.set(id, { ...session, generation: from + 1, confirmed: false, refreshedAt: at });
    return true;
  },
  confirm: async (id, generation) => {
    const session = sessions.get(id);
    if (session?.generation === generation) sessions.set(id, { ...session, confirmed: true });
  },
  end: async (id, at) => {
    const session = sessions.get(id);
    if (session && !session.endedAt) sessions.set(id, { ...session, endedAt: at });
  },
});
