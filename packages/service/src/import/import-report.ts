import { Presets, SingleBar } from 'cli-progress';
import type { ImportCounts } from './import-lines.ts';

/** Tells on standard error how an import goes. */
export interface ImportReport {
  fault(lineNumber: number, reason: string): void;
  progress(counts: ImportCounts, bytesRead: number): void;
  /** Ends the bar and tells what there is left to tell. */
  end(): void;
}

/** Faults told in full; a file of another format has one in each line. */
const toldFaults = 100;
/** Without a terminal: how many lines between two signs of life. */
const plainStep = 50_000;

/** @param size of the file in bytes; 0 when unknown */
export const importReport = (stream: NodeJS.WriteStream, size: number): ImportReport => {
  const bar =
    stream.isTTY && size > 0
      ? new SingleBar(
          {
            stream,
            format: '{bar} {percentage}% | {lines} lines | {added} added | {known} known | {failed} failed',
            hideCursor: true,
          },
          Presets.shades_classic,
        )
      : undefined;
  bar?.start(size, 0, { lines: 0, added: 0, known: 0, failed: 0 });
  const kept: string[] = [];
  let faults = 0;
  let nextSign = plainStep;

  return {
    fault: (lineNumber, reason) => {
      faults += 1;
      if (faults > toldFaults) return;
      const sentence = `line ${lineNumber}: ${reason}\n`;
      // A line written now would tear the bar apart.
      if (bar) kept.push(sentence);
      else stream.write(sentence);
    },
    progress: (counts, bytesRead) => {
      bar?.update(bytesRead, counts);
      if (bar || counts.lines < nextSign) return;
      stream.write(
        `${counts.lines} lines: ${counts.added} added, ${counts.known} known, ${counts.failed} failed\n`,
      );
      nextSign = counts.lines + plainStep;
    },
    end: () => {
      bar?.stop();
      for (const sentence of kept) stream.write(sentence);
      if (faults > toldFaults) stream.write(`and ${faults - toldFaults} more\n`);
    },
  };
};
