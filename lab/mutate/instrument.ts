import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** One change to the code. */
export interface Mutant {
  readonly id: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** The text of that line. */
  readonly source: string;
  /** What the change replaces, and by what. */
  readonly original: string;
  readonly replacement: string;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** JavaScript with all mutants in it, each behind a switch, by file. */
  readonly code: Readonly<Record<string, string>>;
}

const silent = () => undefined;
const isOff = () => false;
const logger = {
  isTraceEnabled: isOff,
  isDebugEnabled: isOff,
  isInfoEnabled: isOff,
  isWarnEnabled: isOff,
  isErrorEnabled: isOff,
  isFatalEnabled: isOff,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

interface Position {
  readonly line: number;
  readonly column: number;
}

const between = (lines: readonly string[], start: Position, end: Position): string =>
  lines
    .slice(start.line, end.line + 1)
    .map((line, index, { length }) =>
      line.slice(index === 0 ? start.column : 0, index === length - 1 ? end.column : undefined),
    )
    .join('\n');

/** Puts the mutants of all TypeScript files under `folder`, but for those whose names begin as `without` says, into their code. */
export const instrument = async (folder: string, without: readonly string[]): Promise<Instrumented> => {
  const names = globSync(`${folder}/**/*.ts`)
    .filter((name) => !without.some((exclusion) => name.startsWith(exclusion)))
    .sort();
  const texts = names.map((name) => ({ name, text: readFileSync(name, 'utf8') }));
  const lines = new Map(texts.map(({ name, text }) => [name, text.split('\n')]));
  // Stryker leaves out all code before an `as`. Types are replaced by blanks, so that positions stay.
  const files = texts.map(({ name, text }) => ({ name, content: stripTypeScriptTypes(text), mutate: true }));
  const result = await new Instrumenter(logger).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  return {
    code: Object.fromEntries(result.files.map(({ name, content }) => [name, content])),
    mutants: result.mutants.map(({ id, fileName, location: { start, end }, replacement }) => {
      const source = lines.get(fileName) ?? [];
      return {
        id,
        file: fileName,
        line: start.line + 1,
        column: start.column + 1,
        source: source[start.line]?.trim() ?? '',
        original: between(source, start, end),
        replacement,
      };
    }),
  };
};
