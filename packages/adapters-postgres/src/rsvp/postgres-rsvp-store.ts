import type { EventId, RsvpAnswer, RsvpState, RsvpStore, UserId } from '@event-platform/domain';
import type { Bulkhead } from '../connection/bulkhead.ts';
import { isLockTimeout, isUnavailable } from '../connection/translate-error.ts';
import type { Database } from '../database.ts';
import { writeRsvps } from './rsvp-statement.ts';
import { writeBatcher } from './write-batcher.ts';

/** The answer of one user to one event; null clears it. */
interface Answer {
  readonly event: EventId;
  readonly user: UserId;
  readonly state: RsvpState;
  readonly at: Date;
}

/** Larger batches make single statements slow. */
const maxBatchSize = 100;
/** A third statement gains nothing: it makes the batches smaller. */
const maxConcurrentWrites = 2;
/** Twenty full batches; callers behind them would wait longer than their requests may take. */
const maxPending = 2_000;

/**
 * Answers that arrive while others are written share one statement. The answers to an event whose rows another
 * transaction holds are written apart from all others, inside the bulkhead, until the event is free again. Inside a
 * transaction every answer is a statement of its own.
 */
export const postgresRsvpStore = (db: Database, bulkhead: Bulkhead): RsvpStore => {
  const write = (answers: readonly Answer[]) => writeAnswers(db, answers);
  if (db.isTransaction)
    return {
      answer: async (event, user, state, at) => (await write([{ event, user, state, at }]))[0] ?? null,
    };

  const batcher = writeBatcher<Answer, RsvpAnswer | null>({
    keyOf: ({ event, user }) => event + user,
    groupOf: ({ event }) => event,
    write,
    writeContended: (answers, event) => bulkhead(event, () => write(answers)),
    isContention: isLockTimeout,
    failsAll: isUnavailable,
    maxBatchSize,
    maxConcurrentWrites,
    maxPending,
  });
  return { answer: (event, user, state, at) => batcher.add({ event, user, state, at }) };
};

const writeAnswers = async (
  db: Database,
  answers: readonly Answer[],
): Promise<readonly (RsvpAnswer | null)[]> => {
  const rows = await writeRsvps(db, {
    events: answers.map(({ event }) => event),
    users: answers.map(({ user }) => user),
    states: answers.map(({ state }) => state),
    times: answers.map(({ at }) => at),
  });
  const counts = new Map(rows.map(({ nr, rsvp_count }) => [nr, rsvp_count]));
  return answers.map(({ state }, index) => {
    const rsvpCount = counts.get(index + 1);
    return rsvpCount === undefined ? null : { myRsvp: state, rsvpCount };
  });
};
