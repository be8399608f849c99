import type { Domain, FieldFault, ImportedEvent, UserId } from '@event-platform/domain';
import { type ReadingContext, readEvent } from './read-event.ts';
import type { Line } from './read-lines.ts';

/** How far an import is. */
export interface ImportCounts {
  /** Lines that are not blank. */
  readonly lines: number;
  readonly added: number;
  /** Those that were here already. */
  readonly known: number;
  /** Those that their source says are cancelled: they are left out. */
  readonly cancelled: number;
  readonly failed: number;
}

export interface ImportLines {
  readonly lines: AsyncIterable<Line>;
  readonly organizerId: UserId;
  readonly currency: string;
  readonly sourceKeyOf?: ReadingContext['sourceKeyOf'];
  /** Told of each line that fails, in the order of lines. */
  readonly onFault: (lineNumber: number, reason: string) => void;
  /** Told after each batch; `bytesRead` counts the lines dealt with. */
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
 * Imports events line by line, a batch at a time, so that memory stays the same however many there are. Bad
 * lines are told of and left out. Rejects when the store fails; what was added before stays.
 */
export const importLines =
  (importEvents: Domain['importEvents']) =>
  async ({
    lines,
    organizerId,
    currency,
    sourceKeyOf,
    onFault,
    onProgress = () => {},
    batchSize = 500,
  }: ImportLines): Promise<ImportCounts> => {
    const counts = { lines: 0, added: 0, known: 0, cancelled: 0, failed: 0 };
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
      const event = line.text === null ? null : readEvent(line.text, { currency, organizerId, sourceKeyOf });
      if (event === null) fail(line.number, line.fault ?? 'cannot be read');
      else if ('draft' in event) batch.push({ number: line.number, event });
      else if (isCancelled(event)) counts.cancelled += 1;
      else fail(line.number, sentence(event));
      if (batch.length + failed.length >= batchSize) await flush();
    }
    await flush();
    return { ...counts };
  };
