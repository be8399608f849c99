import type { EventDetail, EventId, Session, SessionId, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { preparedStatement } from '../connection/prepared-statement.ts';
import type { Database } from '../database.ts';
import { type PublicEventJson, publicEventJson, toDetail } from './event-json.ts';
import { type SessionJson, sessionJson, toSession } from './session-json.ts';

/** An event and the caller whose flags are read with it. */
export interface AskedEvent {
  readonly id: EventId;
  readonly caller: UserId | null;
}

/** What was found of sessions and events. */
export interface SessionsAndEvents {
  readonly sessions: ReadonlyMap<SessionId, Session>;
  /** In the order in which they were asked for; null for one that is not public. */
  readonly events: readonly (EventDetail | null)[];
}

/** Arrays as PostgreSQL writes them: the driver would quote each id. */
interface Values {
  readonly sessions: string;
  readonly ids: string;
  readonly callers: string;
}

interface Row {
  readonly sessions: readonly SessionJson[] | null;
  readonly events: readonly PublicEventJson[] | null;
}

/** One row in JSON, which costs the driver less than rows of many columns. */
const statement = preparedStatement<Values, Row>({
  name: 'sessions-and-events',
  types: { sessions: 'uuid[]', ids: 'uuid[]', callers: 'uuid[]' },
  body: (given) => sql`
    asked as (
      select * from unnest(${given('ids')}, ${given('callers')}) with ordinality asked (id, caller, nr)
    )
    select
      (select json_agg(${sessionJson}) from session s where s.id = any(${given('sessions')}::uuid[])) as sessions,
      (select json_agg(found.event) from asked, lateral (${publicEventJson}) found) as events`,
});

/** Reads sessions and public events in one statement. */
export const readSessionsAndEvents = async (
  db: Database,
  sessions: readonly SessionId[],
  events: readonly AskedEvent[],
): Promise<SessionsAndEvents> => {
  const [row] = await statement(db, {
    sessions: arrayOf(sessions),
    ids: arrayOf(events.map(({ id }) => id)),
    callers: arrayOf(events.map(({ caller }) => caller ?? 'null')),
  });
  const found = new Map(row?.events?.map((event) => [event[0], event]));
  return {
    sessions: new Map(row?.sessions?.map((session) => [session[0], toSession(session)])),
    events: events.map(({ id, caller }, index) => {
      const event = found.get(index + 1);
      return event ? toDetail(event, id, caller) : null;
    }),
  };
};

const arrayOf = (ids: readonly string[]): string => `{${ids.join(',')}}`;
