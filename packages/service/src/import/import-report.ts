import { Presets, SingleBar } from 'cli-progress';
import type { ImportCounts } from './import-lines.ts';

/** Reports the progress and the faults of an import on standard error. */
export interface ImportReport {
  fault(lineNumber: number, reason: string): void;
  progress(counts: ImportCounts, bytesRead: number): void;
  /** Ends the progress bar and writes the remaining faults. */
  end(): void;
}

/** Faults written in full: a file of another format has one in each line. */
const maxWrittenFaults = 100;
/** Without a terminal: how many lines between two progress reports. */
const reportEveryLines = 50_000;

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
  let nextReport = reportEveryLines;

  return {
    fault: (lineNumber, reason) => {
      faults += 1;
      if (faults > maxWrittenFaults) return;
      const sentence = `line ${lineNumber}: ${reason}\n`;
      // A line written now would break the progress bar.
      if (bar) kept.push(sentence);
      else stream.write(sentence);
    },
    progress: (counts, bytesRead) => {
      bar?.update(bytesRead, counts);
      if (bar || counts.lines < nextReport) return;
      stream.write(
        `${counts.lines} lines: ${counts.added} added, ${counts.known} known, ${counts.failed} failed\n`,
      );
      nextReport = counts.lines + reportEveryLines;
    },
    end: () => {
      bar?.stop();
      for (const sentence of kept) stream.write(sentence);
      if (faults > maxWrittenFaults) stream.write(`and ${faults - maxWrittenFaults} more\n`);
    },
  };
};
