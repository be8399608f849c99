import type { Domain, FieldFault, ImportedEvent, TimeZones, UserId } from '@event-platform/domain';
import { type FileKeys, fileKeys } from './file/file-keys.ts';
import type { Item } from './file/read-items.ts';
import { readEvent } from './read-event.ts';
import { addOutcome, type ImportCounts, noCounts } from './report/import-counts.ts';
import { type FileSurvey, noSurvey, type ReadingContext } from './values/reading-context.ts';

/** How events are imported; see the domain's `importEvents`. */
export interface ImportMode {
  readonly withPast?: boolean;
  readonly keepsKnown?: boolean;
  readonly isTrial?: boolean;
}

export interface ImportLines extends ImportMode {
  readonly items: AsyncIterable<Item>;
  readonly organizerId: UserId;
  readonly currency: string;
  readonly timeZones: TimeZones;
  readonly timeZone?: string | undefined;
  readonly now: Date;
  /** What the file tells as a whole; nothing by default. */
  readonly survey?: FileSurvey;
  readonly place?: ReadingContext['place'];
  readonly sourceKeyOf?: ReadingContext['sourceKeyOf'];
  /** Called for each line that fails, in line order. */
  readonly onFault: (lineNumber: number, faults: readonly FieldFault[]) => void;
  /** Called after each batch; `bytesRead` includes the lines processed so far. */
  readonly onProgress?: (counts: ImportCounts, bytesRead: number) => void;
  readonly batchSize?: number;
  /** Takes the keys of all events that the lines speak of, also of those that fail. */
  readonly keys?: FileKeys;
}

interface Entry {
  readonly number: number;
  readonly event: ImportedEvent;
}

interface FailedLine {
  readonly number: number;
  readonly faults: readonly FieldFault[];
}

const repetition: FieldFault = { path: '', message: 'is the same event as an earlier line' };

/**
 * Imports events in batches, so that memory does not grow with their number, but for their keys. Invalid lines are
 * reported and left out. Rejects when the store fails; batches before stay.
 */
export const importLines =
  (importEvents: Domain['importEvents']) =>
  async ({
    items,
    organizerId,
    currency,
    timeZones,
    timeZone,
    now,
    survey = noSurvey,
    place,
    sourceKeyOf,
    onFault,
    onProgress = () => {},
    batchSize = 500,
    keys = fileKeys(),
    ...mode
  }: ImportLines): Promise<ImportCounts> => {
    const counts = noCounts();
    const context: ReadingContext = {
      ...{ currency, organizerId, timeZones, timeZone, now, survey, place, sourceKeyOf },
    };
    let batch: Entry[] = [];
    let failures: FailedLine[] = [];
    let bytesRead = 0;

    const fail = (number: number, ...faults: readonly FieldFault[]) => {
      counts.failed += 1;
      failures.push({ number, faults });
    };
    const take = ({ number, value, fault }: Item) => {
      const line = fault ? { faults: [{ path: '', message: fault }] } : readEvent(value, context);
      if ('faults' in line) {
        if (line.sourceKey === undefined) counts.unidentified += 1;
        else keys.mention(line.sourceKey);
        return fail(number, ...line.faults);
      }
      const { isEndAssumed = false, ...event } = line;
      // A trial renames no key, and pruning looks at the keys that are there.
      if (mode.isTrial) for (const key of event.formerKeys ?? []) keys.mention(key);
      if (!keys.take(event.sourceKey)) return fail(number, repetition);
      if (isEndAssumed) counts.assumedEnds += 1;
      batch.push({ number, event });
    };
    const flush = async () => {
      if (batch.length > 0) {
        const events = batch.map(({ event }) => event);
        const outcome = await importEvents({ organizerId, events, ...mode });
        addOutcome(counts, outcome);
        for (const { index, errors } of outcome.faulty) fail(batch[index]?.number ?? 0, ...errors);
        batch = [];
      }
      for (const { number, faults } of failures.sort((a, b) => a.number - b.number)) onFault(number, faults);
      failures = [];
      onProgress({ ...counts }, bytesRead);
    };

    for await (const item of items) {
      bytesRead = item.bytesRead;
      counts.lines += 1;
      take(item);
      if (batch.length + failures.length >= batchSize) await flush();
    }
    await flush();
    return { ...counts };
  };
