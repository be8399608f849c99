import type { EventId } from '@event-platform/domain';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import { type Script, scriptOf } from '../servers/pgbench.ts';
import { recordStatements } from '../servers/recorded-statements.ts';
import type { Reader } from './readers.ts';
import { removeRsvps } from './readers.ts';

/** Number of concurrent transactions of pgbench. */
export const pgbenchClients = 8;

/** Removes all bookings, of which the dataset has none, and the RSVPs that came with them. */
export const removeBookings = async (bench: DatasetBench): Promise<void> => {
  await removeRsvps(bench);
  await bench.bare.query('delete from booking');
  await bench.bare.query(
    'update event_stats set booked = 0, waiting = 0, last_place = 0 where booked > 0 or waiting > 0 or last_place > 0',
  );
};

/**
 * The transaction of a booking, recorded from the adapter, for pgbench. It finds nothing out: what the rule decided in
 * the recorded one is written each time.
 * @param ids the SQL that replaces the recorded ids
 * @param sets the lines that set the variables of `ids`; no pair of them may come twice
 */
export const bookingScript = async (
  { dependencies }: DatasetBench,
  recorded: { readonly eventId: string; readonly reader: Reader },
  ids: { readonly eventId: string; readonly readerId: string },
  sets: readonly string[],
): Promise<Script> => {
  const { stores, clock, ids: newIds, tokens } = dependencies;
  const id = newIds.next();
  const statements = await recordStatements(() =>
    stores.bookings.book({
      event: recorded.eventId as EventId,
      user: recorded.reader.userId,
      id,
      code: tokens.next(),
      quantity: 1,
      at: clock.now(),
      charge: null,
    }),
  );
  const rows = statements
    .flatMap(({ values }) => values)
    .find((value) => typeof value === 'string' && value.startsWith('[{"id":'));
  if (typeof rows !== 'string') throw new Error('No statement writes a booking');
  const [row] = JSON.parse(rows) as [object];
  const varying = new Map<unknown, string>([
    [recorded.eventId, ids.eventId],
    [recorded.reader.userId, ids.readerId],
    [id, 'gen_random_uuid()'],
    [
      rows,
      `jsonb_build_array(:booking_row::jsonb || jsonb_build_object('id', gen_random_uuid(), 'event_id', ${ids.eventId}, 'user_id', ${ids.readerId}, 'code', gen_random_uuid()))::json`,
    ],
  ]);
  const { text, variables } = scriptOf(statements, varying, sets);
  return { text, variables: new Map([...variables, ['booking_row', JSON.stringify(row)]]) };
};

/** Lines of a script that number the transactions of all clients, each number once: `:number`. */
export const numberLines: readonly string[] = [
  '\\set turn :turn + 1',
  `\\set number :turn * ${pgbenchClients} + :client_id`,
];
