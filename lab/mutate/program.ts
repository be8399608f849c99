/** Loads the mutated code with its tests, as often as is wanted. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { countVisits } from './switches.ts';
import { type Collected, type Loaded, takeLoaded } from './tap.ts';

/** Lets the package's files be loaded with `code` in place of their text, and with a stand-in for node-tap. */
export const prepareLoading = (code: Readonly<Record<string, string>>, packageFolder: string): void => {
  const ours = pathToFileURL(`${packageFolder}/`).href;
  const codeByUrl = new Map(Object.entries(code).map(([file, text]) => [pathToFileURL(file).href, text]));
  const standIn = new URL('./tap.ts', import.meta.url).href;

  registerHooks({
    resolve: (specifier, context, next) => {
      const isOurs = context.parentURL?.startsWith(ours);
      if (isOurs && specifier === 'tap') return { url: standIn, shortCircuit: true };
      const resolved = next(specifier, context);
      const round = isOurs && context.parentURL ? new URL(context.parentURL).search : '';
      return round && resolved.url.startsWith(ours) ? { ...resolved, url: resolved.url + round } : resolved;
    },
    load: (url, context, next) => {
      const source = codeByUrl.get(url.split('?')[0] ?? url);
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
};

let rounds = 0;

/** One load of the code with the tests, file by file as they are asked for. */
export class Program {
  readonly #round: number;
  readonly #visitLimit: number | undefined;
  readonly #files = new Map<string, Loaded>();

  /** @param visitLimit to the places of mutants while a file is loaded */
  constructor(visitLimit?: number) {
    this.#visitLimit = visitLimit;
    rounds += 1;
    this.#round = rounds;
  }

  async testsOf(file: string): Promise<readonly Collected[]> {
    const cached = this.#files.get(file);
    if (cached) return cached.tests;
    countVisits(this.#visitLimit);
    try {
      await import(`${pathToFileURL(file).href}?round=${this.#round}`);
    } finally {
      this.#files.set(file, takeLoaded());
    }
    return this.testsOf(file);
  }

  /** Closes what the files opened. */
  async close(): Promise<void> {
    for (const { close } of this.#files.values()) await close();
  }
}
