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
 * @param sets the lines that set the variables of `ids` by `:number`, which numbers the transactions of all clients, each
 *   number once; no pair of them may come twice
 */
export const bookingScript = async (
  { dependencies }: DatasetBench,
  recorded: { readonly eventId: string; readonly reader: Reader },
  ids: { readonly eventId: string; readonly readerId: string },
  sets: readonly string[],
): Promise<Script> => {
  const { stores, clock, ids: newIds, tokens } = dependencies;
  const id = newIds.next();
  const code = tokens.next();
  const statements = await recordStatements(() =>
    stores.bookings.book({
      event: recorded.eventId as EventId,
      user: recorded.reader.userId,
      id,
      code,
      quantity: 1,
      at: clock.now(),
      charge: null,
    }),
  );
  if (!statements.some(({ values }) => values.some((value) => Array.isArray(value) && value.includes(code))))
    throw new Error('No statement writes a booking');
  const varying = new Map<unknown, string>([
    [recorded.eventId, ids.eventId],
    [recorded.reader.userId, ids.readerId],
    [id, 'gen_random_uuid()'],
    [code, 'gen_random_uuid()::text'],
  ]);
  const script = scriptOf(statements, varying, [...numberLines, ...sets]);
  return { ...script, variables: new Map([...script.variables, ['turn', '-1']]) };
};

const numberLines: readonly string[] = [
  '\\set turn :turn + 1',
  `\\set number :turn * ${pgbenchClients} + :client_id`,
];
