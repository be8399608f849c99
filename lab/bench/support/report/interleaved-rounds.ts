import type { Measured } from './measured.ts';

/** A load, and how to run it once. */
export interface Load {
  /** Its description in the table. */
  readonly what: string;
  run(): Promise<Measured>;
}

/**
 * Runs all loads in each round, and each round begins with another load, so that a drift of the machine favours none.
 * @returns the runs of each load, in the order of the rounds
 */
export const interleavedRounds = async (
  rounds: number,
  loads: readonly Load[],
): Promise<readonly (readonly Measured[])[]> => {
  const runs: Measured[][] = loads.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (let turn = 0; turn < loads.length; turn += 1) {
      const index = (turn + round) % loads.length;
      runs[index]?.push(await (loads[index] as Load).run());
    }
  return runs;
};
