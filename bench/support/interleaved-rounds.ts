import type { Measured } from './measured.ts';

/** One load: runs it once and tells what it came to. */
export interface Load {
  /** What it does, for the table. */
  readonly what: string;
  run(): Promise<Measured>;
}

/**
 * Runs the loads one after another in each round, and each round begins with another one, so that a drift favours none.
 * @returns the runs of each load, in the order of the rounds
 */
export const byTurns = async (
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
