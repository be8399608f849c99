import type {
  AccountCharge,
  EventId,
  QuotaSpent,
  RsvpAnswer,
  RsvpState,
  RsvpStore,
  UserId,
} from '@event-platform/domain';
import type { Bulkhead } from '../connection/bulkhead.ts';
import { isLockTimeout, isUnavailable } from '../connection/translate-error.ts';
import type { Database } from '../database.ts';
import { writeBatcher } from './write-batcher.ts';
import { type WrittenRsvp, writeRsvps } from './write-rsvps.ts';

/** The answer of one user to one event; null clears it. A null charge is none. */
interface Answer {
  readonly charge: AccountCharge | null;
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
  if (db.isTransaction) return storeOf(async (answer) => (await write([answer]))[0] ?? null);

  const batcher = writeBatcher<Answer, Outcome>({
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
  return storeOf((answer) => batcher.add(answer));
};

type Outcome = RsvpAnswer | QuotaSpent | null;

const storeOf = (write: (answer: Answer) => Promise<Outcome>): RsvpStore => ({
  // Without a charge no budget is spent.
  answer: async (event, user, state, at) =>
    (await write({ charge: null, event, user, state, at })) as RsvpAnswer | null,
  answerWithin: (charge, event, user, state, at) => write({ charge, event, user, state, at }),
});

const writeAnswers = async (db: Database, answers: readonly Answer[]): Promise<readonly Outcome[]> => {
  const rows = await writeRsvps(db, {
    events: answers.map(({ event }) => event),
    users: answers.map(({ user }) => user),
    states: answers.map(({ state }) => state),
    times: answers.map(({ at }) => at),
    keys: answers.map(({ charge }) => charge?.key ?? null),
    usual: answers.map(({ charge }) => charge?.limit.usual ?? null),
    young: answers.map(({ charge }) => charge?.limit.young ?? null),
    youngSince: answers.map(({ charge }) => charge?.limit.youngSince ?? null),
    untils: answers.map(({ charge }) => charge?.until ?? null),
  });
  const written = new Map(rows.map((row) => [row.nr, row]));
  return answers.map(({ state }, index) => toOutcome(state, written.get(index + 1)));
};

const toOutcome = (state: RsvpState, row: WrittenRsvp | undefined): Outcome => {
  if (!row) return null;
  const { rsvp_count: rsvpCount, quota, until } = row;
  if (rsvpCount !== null) return { myRsvp: state, rsvpCount };
  return quota !== null && until !== null ? { limit: quota, until } : null;
};
