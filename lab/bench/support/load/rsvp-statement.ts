import type { EventId, UserId } from '@event-platform/domain';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import { type Script, scriptOf } from '../servers/pgbench.ts';
import { recordStatements } from '../servers/recorded-statements.ts';

/**
 * The one statement of an RSVP, recorded from the adapter, for pgbench.
 * @param ids the SQL that replaces the recorded ids
 */
export const rsvpScript = async (
  { dependencies }: DatasetBench,
  recorded: { readonly eventId: string; readonly userId: UserId },
  ids: { readonly eventId: string; readonly readerId: string },
  sets: readonly string[],
): Promise<Script> => {
  const statements = await recordStatements(() =>
    dependencies.stores.rsvps.set(
      recorded.eventId as EventId,
      recorded.userId,
      'going',
      dependencies.clock.now(),
    ),
  );
  const writing = statements.filter(({ text }) => /insert into rsvp/i.test(text));
  if (writing.length !== 1) throw new Error(`${writing.length} statements write an RSVP instead of one`);
  const varying = new Map<unknown, string>([
    [recorded.eventId, ids.eventId],
    [recorded.userId, ids.readerId],
  ]);
  return scriptOf(writing, varying, sets);
};
