import type { Simulation } from './simulation.ts';

/** A line of the table: what an attacker did, what it cost, and what others noticed. */
export interface Finding {
  readonly attack: string;
  /** What the attacker spent: requests, addresses, time. */
  readonly cost: string;
  /** The effect on others before the rules that hold now, where it is known. */
  readonly before: string;
  readonly now: string;
  /** The expectations that failed. */
  readonly faults: readonly string[];
}

/** What an attack runs against. */
export interface Target {
  readonly isShort: boolean;
  /** A service in this process, with a clock of its own; closed after the attack. */
  openSimulation(variables?: Readonly<Record<string, string>>): Promise<Simulation>;
}

/** An attack on the service that the program starts itself. */
export interface Attack {
  readonly name: string;
  readonly about: string;
  run(target: Target): Promise<readonly Finding[]>;
}

/** Collects the expectations that fail. */
export const expectations = () => {
  const faults: string[] = [];
  return {
    faults,
    expect: (holds: boolean, otherwise: string): void => {
      if (!holds) faults.push(otherwise);
    },
  };
};
