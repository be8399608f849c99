import type { EventId, Session, SessionId, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { preparedStatement } from '../../connection/prepared-statement.ts';
import { snapshotVersion } from '../../connection/snapshot-version.ts';
import type { Database } from '../../database.ts';
import { detailOf, type EventJson, pageColumns } from '../../events/event-detail.ts';
import type { Json } from '../../events/event-rows.ts';
import { visibleTo } from '../../events/visible-to.ts';
import { sessionColumns } from '../../sessions/session-rows.ts';

/** An event, the caller who reads it, and when. */
export interface EventRequest {
  readonly id: EventId;
  readonly caller: UserId | null;
  readonly at: Date;
  /** Whether what the page of the event shows besides is read, too. */
  readonly isPage?: boolean;
}

interface Row {
  readonly version: string | null;
  readonly sessions: readonly Json<Session>[] | null;
  /** In the order of the requests; null for an event that the caller does not see. */
  readonly events: readonly (EventJson | null)[] | null;
}

/** Arrays as PostgreSQL writes them: the driver would quote each id. */
interface Values {
  readonly sessions: string;
  readonly ids: string;
  readonly callers: string;
  readonly at: Date;
}

const valueTypes = { sessions: 'uuid[]', ids: 'uuid[]', callers: 'uuid[]', at: 'timestamptz' } as const;

/**
 * Sessions and events with the flags of their callers, in one row of JSON, which costs the driver less than rows of many columns.
 * PostgreSQL sets up each part of a statement with every call: what few calls need is in statements of its own.
 */
const readsOfCallers = (
  name: string,
  isVisible: (parameter: (key: keyof Values) => RawBuilder<unknown>) => RawBuilder<boolean>,
) =>
  preparedStatement<Values, Row>({
    name,
    types: valueTypes,
    body: (parameter) => sql`
    request as (
      select * from unnest(${parameter('ids')}, ${parameter('callers')}) with ordinality request (id, caller, nr)
    )
    select null as version,
      (
        select json_agg(found) from (
          select ${sessionColumns} from session s where s.id = any(${parameter('sessions')}::uuid[])
        ) found
      ) as sessions,
      (
        select json_agg(found order by request.nr) from request left join lateral (
          ${detailOf(sql`request.caller`)}
          where e.id = request.id and ${isVisible(parameter)}
          limit 1
        ) found on true
      ) as events`,
  });

/** Most events are public, or are read by their organizers. */
const usualReads = readsOfCallers(
  'request-reads',
  () => sql<boolean>`(e.visibility = 'public' or e.organizer_id = request.caller)`,
);
const privateReads = readsOfCallers('request-reads-private', (parameter) =>
  visibleTo(sql`request.caller`, parameter('at')),
);

/** Public events as anonymous callers see them, with what their pages show besides where that is asked. */
const anonymousReads = preparedStatement<
  { readonly ids: string; readonly pages: string; readonly at: Date },
  Row
>({
  name: 'anonymous-reads',
  types: { ids: 'uuid[]', pages: 'boolean[]', at: 'timestamptz' },
  body: (parameter) => sql`
    request as (
      select * from unnest(${parameter('ids')}, ${parameter('pages')}) with ordinality request (id, is_page, nr)
    )
    select ${snapshotVersion} as version, null as sessions,
      (
        select json_agg(found order by request.nr) from request left join lateral (
          ${detailOf(null, pageColumns(parameter('at'), sql`request.is_page`))}
          where e.id = request.id and ${visibleTo(null, parameter('at'))}
          limit 1
        ) found on true
      ) as events`,
});

/** Reads sessions and events; those of callers in one statement, but for private events that are not their own. */
export const readSessionsAndEvents = async (
  db: Database,
  sessions: readonly SessionId[],
  requests: readonly EventRequest[],
) => {
  const at = requests.at(-1)?.at ?? new Date(0);
  const ofCallers = requests.filter(({ caller }) => caller !== null);
  const anonymous = requests.filter(({ caller }) => caller === null);
  const valuesOf = (some: readonly EventRequest[]): Values => ({
    sessions: '{}',
    ids: arrayOf(some.map(({ id }) => id)),
    callers: arrayOf(some.map(({ caller }) => caller ?? 'null')),
    at,
  });
  const isTogether = ofCallers.length > 0;
  const [usual, publicOnes, sessionsAlone] = await Promise.all([
    isTogether ? usualReads(db, { ...valuesOf(ofCallers), sessions: arrayOf(sessions) }) : [],
    anonymous.length > 0
      ? anonymousReads(db, {
          ids: arrayOf(anonymous.map(({ id }) => id)),
          pages: arrayOf(anonymous.map(({ isPage = false }) => `${isPage}`)),
          at,
        })
      : [],
    !isTogether && sessions.length > 0 ? readSessions(db, sessions) : [],
  ]);
  const rows = new Map<EventRequest, EventJson | null>();
  const add = (some: readonly EventRequest[], [row]: readonly Row[]) => {
    for (const [index, request] of some.entries()) rows.set(request, row?.events?.[index] ?? null);
  };
  add(ofCallers, usual);
  add(anonymous, publicOnes);
  const rest = ofCallers.filter((request) => !rows.get(request));
  if (rest.length > 0) add(rest, await privateReads(db, valuesOf(rest)));
  const foundSessions = usual[0]?.sessions?.map(toSession) ?? sessionsAlone;
  return {
    sessions: new Map(foundSessions.map((session) => [session.id, session])),
    events: requests.map((request) => rows.get(request) ?? null),
    version: publicOnes[0]?.version ?? null,
  };
};

const readSessions = async (db: Database, ids: readonly SessionId[]): Promise<readonly Session[]> => {
  const { rows } = await sql<Session>`/* sessions-find */
    select ${sessionColumns} from session s where s.id = any(${arrayOf(ids)}::uuid[])`.execute(db);
  return rows;
};

const arrayOf = (ids: readonly string[]): string => `{${ids.join(',')}}`;

const toSession = ({ createdAt, refreshedAt, lastUsedAt, endedAt, ...session }: Json<Session>): Session => ({
  ...session,
  createdAt: new Date(createdAt ?? 0),
  refreshedAt: new Date(refreshedAt ?? 0),
  lastUsedAt: new Date(lastUsedAt ?? 0),
  endedAt: endedAt === null ? null : new Date(endedAt),
});
