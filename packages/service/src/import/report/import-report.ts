import type { FieldFault } from '@event-platform/domain';
import { Presets, SingleBar } from 'cli-progress';
import type { Shell } from '../../programs/program.ts';
import { type FaultFile, sentenceOf } from './fault-file.ts';
import type { ImportCounts } from './import-counts.ts';

/** Reports the progress and the faults of an import on standard error. */
export interface ImportReport {
  fault(lineNumber: number, faults: readonly FieldFault[]): void;
  progress(counts: ImportCounts, bytesRead: number): void;
  /** Ends the progress bar, and says which faults there were and where all of them are. */
  end(): void;
}

/** Faults written in full: a file of another format has one in each line. */
const maxWrittenFaults = 10;
/** Without a terminal: how many lines between two progress reports. */
const reportEveryLines = 50_000;

/** @param size of the file in bytes; 0 when unknown */
export const importReport = (stream: Shell['stderr'], size: number, faults: FaultFile): ImportReport => {
  const bar =
    stream.isTTY && size > 0
      ? new SingleBar(
          {
            stream,
            format:
              '{bar} {percentage}% | {lines} lines | {added} added | {changed} changed | {unchanged} unchanged | {failed} failed',
            hideCursor: true,
          },
          Presets.shades_classic,
        )
      : undefined;
  bar?.start(size, 0, { lines: 0, added: 0, changed: 0, unchanged: 0, failed: 0 });
  const first: string[] = [];
  let count = 0;
  let nextReport = reportEveryLines;

  return {
    fault: (lineNumber, faultText) => {
      faults.add(lineNumber, faultText);
      count += 1;
      // A line written now would break the progress bar.
      if (count <= maxWrittenFaults)
        first.push(`line ${lineNumber}: ${faultText.map(sentenceOf).join('; ')}\n`);
    },
    progress: (counts, bytesRead) => {
      bar?.update(bytesRead, counts);
      if (bar || counts.lines < nextReport) return;
      const { lines, added, changed, unchanged, failed } = counts;
      stream.write(
        `${lines} lines: ${added} added, ${changed} changed, ${unchanged} unchanged, ${failed} failed\n`,
      );
      nextReport = counts.lines + reportEveryLines;
    },
    end: () => {
      bar?.stop();
      faults.close();
      if (count === 0) return;
      for (const sentence of first) stream.write(sentence);
      if (count > maxWrittenFaults) stream.write(`and ${count - maxWrittenFaults} more\n`);
      stream.write('Faults by kind:\n');
      for (const [kind, lines] of faults.kinds()) stream.write(`${String(lines).padStart(8)}  ${kind}\n`);
      stream.write(`All of them are in ${faults.path()}.\n`);
    },
  };
};
