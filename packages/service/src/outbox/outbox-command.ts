import { parseArgs } from 'node:util';
import type { Postgres } from '@event-platform/adapters-postgres';
import { OperatorError } from '../faults/operator-error.ts';
import { WrongUsage } from '../faults/wrong-usage.ts';

export const outboxUsage = `Usage: npm run outbox -- COMMAND [--json]

  list                what waits for each consumer, and what failed for good
  show QUEUE|JOB_ID   up to 50 jobs, those that failed for good first
  retry QUEUE|JOB_ID  tries at once what failed

  --json  prints the result as JSON
`;

export interface OutboxCommand {
  readonly name: 'list' | 'show' | 'retry';
  /** A queue or the id of a job. */
  readonly subject: string;
  readonly isJson: boolean;
}

/** Null for `--help`. Throws {@link WrongUsage}. */
export const readOutboxArguments = (args: readonly string[]): OutboxCommand | null => {
  const options = {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  } as const;
  let input: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    input = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.split('. ')[0]}.`);
  }
  const { values, positionals } = input;
  if (values.help) return null;
  const [name, subject, ...others] = positionals;
  if (name !== 'list' && name !== 'show' && name !== 'retry')
    throw new WrongUsage(name === undefined ? 'A COMMAND is needed.' : `There is no command ${name}.`);
  if (name !== 'list' && subject === undefined) throw new WrongUsage('QUEUE or JOB_ID is needed.');
  if (others.length > 0 || (name === 'list' && subject !== undefined))
    throw new WrongUsage('There is an argument too many.');
  return { name, subject: subject ?? '', isJson: values.json };
};

type Jobs = Pick<Postgres, 'queueStates' | 'readJobs' | 'retryJobs'>;

/** What a job says besides ids, numbers, times and states is left out, should it ever hold more. */
const plain = /^[0-9a-f]{8}-[0-9a-f-]{27}( [0-9a-f-]{36})?$|^[a-z_.-]{1,40}$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const harmless = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && !plain.test(value) ? '(left out)' : value;

/** The result as text or JSON. Throws {@link OperatorError} for an unknown queue or job. */
export const runOutboxCommand = async (
  { name, subject, isJson }: OutboxCommand,
  jobs: Jobs,
): Promise<string> => {
  const states = await jobs.queueStates();
  const isQueue = states.some(({ queue }) => queue === subject);
  if (name === 'list') {
    if (isJson) return JSON.stringify(states, null, 2);
    const rows = states.map(({ queue, waiting, retrying, dead, oldestDueSeconds }) =>
      [queue, waiting, retrying, dead, Math.round(oldestDueSeconds)].map(String),
    );
    return table([['queue', 'waiting', 'retrying', 'dead', 'oldest due (s)'], ...rows]);
  }
  const jobList = await jobs.readJobs(subject);
  if (!isQueue && jobList.length === 0)
    throw new OperatorError(`There is no queue or waiting job ${subject}.`);
  if (name === 'retry') {
    const count = await jobs.retryJobs(subject);
    return isJson ? JSON.stringify({ retried: count }) : `${count} ${count === 1 ? 'job' : 'jobs'} due now.`;
  }
  const jobRows = jobList.map(({ data, ...job }) => ({
    ...job,
    data: JSON.parse(JSON.stringify(data, harmless)),
  }));
  if (isJson) return JSON.stringify(jobRows, null, 2);
  if (jobRows.length === 0) return 'Nothing waits.';
  return jobRows
    .map(
      ({ id, queue, state, tries, madeAt, dueAt, error, data }) =>
        `${id}  ${queue}  ${state}\n  tries: ${tries}${error === null ? '' : `, the last: ${error}`}; made ${madeAt.toISOString()}${dueAt ? `, due ${dueAt.toISOString()}` : ''}\n  ${JSON.stringify(data)}`,
    )
    .join('\n');
};

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
};
