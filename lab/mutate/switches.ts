/** What the mutated code reads, by Stryker's names. */
interface Switches {
  readonly activeMutant: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

let activeMutant: string | undefined;
let visits = 0;
let visitLimit = Number.POSITIVE_INFINITY;

/**
 * The switches of the mutated code in this thread. The code reads `activeMutant` at the place of every mutant, so
 * that counting the reads ends an endless loop that never comes by the active mutant itself: a mutated table makes
 * the loop that reads it spin.
 */
export const switches: Switches = {
  get activeMutant() {
    visits += 1;
    if (visits > visitLimit) throw new Error('runs in an endless loop');
    return activeMutant;
  },
};
Object.assign(globalThis, { __stryker__: switches });

/** Switches one mutant on, or all off. */
export const activate = (mutant: string | undefined): void => {
  activeMutant = mutant;
};

/** Counts visits from 0. The one after the limit throws, and so does each later one. */
export const countVisits = (limit = Number.POSITIVE_INFINITY): void => {
  visits = 0;
  visitLimit = limit;
};

/** The visits since {@link countVisits}. */
export const visitsMade = (): number => visits;
