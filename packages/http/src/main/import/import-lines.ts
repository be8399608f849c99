import type { Domain, FieldFault, ImportedEvent, UserId } from '@event-platform/domain';
import { readEvent } from './read-event.ts';
import type { Line } from './read-lines.ts';

/** How far an import is. */
export interface ImportCounts {
  /** Lines that are not blank. */
  readonly lines: number;
  readonly added: number;
  /** Those that were here already. */
  readonly known: number;
  readonly failed: number;
}

export interface ImportLines {
  readonly lines: AsyncIterable<Line>;
  readonly organizerId: UserId;
  readonly currency: string;
  /** Told of each line that is left out; what the domain finds comes after the rest of its batch. */
  readonly onFault: (lineNumber: number, reason: string) => void;
  /** Told after each batch; `bytesRead` counts the lines dealt with. */
  readonly onProgress?: (counts: ImportCounts, bytesRead: number) => void;
  readonly batchSize?: number;
}

interface Entry {
  readonly number: number;
  readonly event: ImportedEvent;
}

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
    onFault,
    onProgress = () => {},
    batchSize = 500,
  }: ImportLines): Promise<ImportCounts> => {
    const counts = { lines: 0, added: 0, known: 0, failed: 0 };
    let batch: Entry[] = [];
    let bytesRead = 0;

    const fail = (number: number, reason: string) => {
      counts.failed += 1;
      onFault(number, reason);
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
      onProgress({ ...counts }, bytesRead);
    };

    for await (const line of lines) {
      bytesRead = line.bytesRead;
      if (line.text?.trim() === '') continue;
      counts.lines += 1;
      if (line.text === null) {
        fail(line.number, line.fault ?? 'cannot be read');
        continue;
      }
      const event = readEvent(line.text, { currency, organizerId });
      if ('draft' in event) batch.push({ number: line.number, event });
      else fail(line.number, sentence(event));
      if (batch.length >= batchSize) await flush();
    }
    await flush();
    return { ...counts };
  };
