import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FieldFault } from '@event-platform/domain';
import { OperatorError } from '../../faults/operator-error.ts';

/** Counts the faults of a file by kind, and writes all of them to a file, which the first one makes. */
export interface FaultFile {
  add(lineNumber: number, faults: readonly FieldFault[]): void;
  /** The kinds with their counts, the most frequent first. */
  kinds(): readonly (readonly [kind: string, count: number])[];
  /** Undefined without faults. */
  path(): string | undefined;
  /** Writes what waits. */
  close(): void;
}

/** Kinds beyond these count as one: names that a file brings itself could be as many as its lines. */
const mostKinds = 50;
const otherKinds = 'other faults';
/** Characters written at once. */
const bufferLength = 65_536;

export const sentenceOf = ({ path, message }: FieldFault): string => (path ? `${path} ${message}` : message);

/** @param pathOption the path; absent, a file in the folder for temporary files */
export const faultFile = (pathOption: string | undefined): FaultFile => {
  const counts = new Map<string, number>();
  let file: { readonly path: string; readonly descriptor: number } | undefined;
  let buffer = '';

  const open = () => {
    const path = pathOption ?? join(mkdtempSync(join(tmpdir(), 'event-import-')), 'faults.txt');
    try {
      return { path, descriptor: openSync(path, 'w', 0o600) };
    } catch (error) {
      throw new OperatorError(`--faults: ${path} cannot be written: ${(error as Error).message}.`);
    }
  };
  const flush = () => {
    if (file) writeSync(file.descriptor, buffer);
    buffer = '';
  };
  return {
    add: (lineNumber, faults) => {
      file ??= open();
      buffer += `line ${lineNumber}: ${faults.map(sentenceOf).join('; ')}\n`;
      if (buffer.length > bufferLength) flush();
      for (const sentence of new Set(faults.map(sentenceOf))) {
        const kind = counts.has(sentence) || counts.size < mostKinds ? sentence : otherKinds;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    },
    kinds: () => [...counts].sort(([, one], [, other]) => other - one),
    path: () => file?.path,
    close: () => {
      flush();
      if (file) closeSync(file.descriptor);
    },
  };
};
