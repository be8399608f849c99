import type { Domain, FieldFault, ImportedEvent, TimeZones, UserId } from '@event-platform/domain';
import { readEvent } from './read-event.ts';
import type { Line } from './read-lines.ts';
import type { ReadingContext } from './reading-context.ts';

/** The progress of an import. */
export interface ImportCounts {
  /** Lines that are not blank. */
  readonly lines: number;
  readonly added: number;
  /** Events that existed already. */
  readonly known: number;
  /** Events that their source reports as cancelled: they are not added. */
  readonly cancelled: number;
  readonly failed: number;
}

export interface ImportLines {
  readonly lines: AsyncIterable<Line>;
  readonly organizerId: UserId;
  readonly currency: string;
  readonly timeZones: TimeZones;
  readonly sourceKeyOf?: ReadingContext['sourceKeyOf'];
  /** Called for each line that fails, in line order. */
  readonly onFault: (lineNumber: number, reason: string) => void;
  /** Called after each batch; `bytesRead` includes the lines processed so far. */
  readonly onProgress?: (counts: ImportCounts, bytesRead: number) => void;
  readonly batchSize?: number;
}

interface Entry {
  readonly number: number;
  readonly event: ImportedEvent;
}

interface Failed {
  readonly number: number;
  readonly reason: string;
}

const isCancelled = (faults: readonly FieldFault[]): boolean =>
  faults.length === 1 && faults[0]?.path === '/eventStatus';

const sentence = (faults: readonly FieldFault[]): string =>
  faults.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');

/**
 * Imports events in batches, so that memory does not grow with their number. Invalid lines are reported and not
 * added. Rejects when the store fails; batches added before stay.
 */
export const importLines =
  (importEvents: Domain['importEvents']) =>
  async ({
    lines,
    organizerId,
    currency,
    timeZones,
    sourceKeyOf,
    onFault,
    onProgress = () => {},
    batchSize = 500,
  }: ImportLines): Promise<ImportCounts> => {
    const counts = { lines: 0, added: 0, known: 0, cancelled: 0, failed: 0 };
    const context: ReadingContext = { currency, organizerId, timeZones, sourceKeyOf };
    let batch: Entry[] = [];
    let failed: Failed[] = [];
    let bytesRead = 0;

    const fail = (number: number, reason: string) => {
      counts.failed += 1;
      failed.push({ number, reason });
    };
    const flush = async () => {
      if (batch.length > 0) {
        const { added, known, faulty } = await importEvents({
          organizerId,
          events: batch.map(({ event }) => event),
        });
        counts.added += added;
        counts.known += known;
        for (const { index, errors } of faulty) fail(batch[index]?.number ?? 0, sentence(errors));
        batch = [];
      }
      for (const { number, reason } of failed.sort((a, b) => a.number - b.number)) onFault(number, reason);
      failed = [];
      onProgress({ ...counts }, bytesRead);
    };

    for await (const line of lines) {
      bytesRead = line.bytesRead;
      if (line.text?.trim() === '') continue;
      counts.lines += 1;
      const event = line.text === null ? null : readEvent(line.text, context);
      if (event === null) fail(line.number, line.fault ?? 'cannot be read');
      else if ('draft' in event) batch.push({ number: line.number, event });
      else if (isCancelled(event)) counts.cancelled += 1;
      else fail(line.number, sentence(event));
      if (batch.length + failed.length >= batchSize) await flush();
    }
    await flush();
    return { ...counts };
  };
