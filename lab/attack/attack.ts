import type { Owner } from '../../packages/adapters-postgres/test-support/test-database.ts';
import type { Variables } from '../../packages/service/test/support/service-process.ts';
import type { RealService } from './real-service.ts';
import type { Simulation } from './simulation.ts';

/** A line of the table: what an attacker did, what it cost, and what others noticed. */
export interface Finding {
  readonly attack: string;
  /** What the attacker spent: requests, addresses, time. */
  readonly cost: string;
  readonly now: string;
  /** The expectations that failed. */
  readonly faults: readonly string[];
}

/** What an attack runs against; what it starts and what it gives to `teardown` ends after it. */
export interface Target extends Owner {
  readonly isShort: boolean;
  /** A service in this process, with a clock of its own. */
  openSimulation(variables?: Variables): Promise<Simulation>;
  /** A service in a process of its own, where so many people have signed in. */
  startService(variables: Variables, people?: number): Promise<RealService>;
}

/** An attack on the service that the program starts itself. */
export interface Attack {
  readonly name: string;
  readonly about: string;
  run(target: Target): Promise<readonly Finding[]>;
}

/** What has to hold, and what is said where it does not. */
export type Bound = readonly [holds: boolean, otherwise: string];

/** How often each status came, in words. */
export const wordsOf = (statuses: readonly number[]): string =>
  [...Map.groupBy(statuses.toSorted(), (status) => status)]
    .map(([status, all]) => `${all.length} × ${status || 'no response'}`)
    .join(', ');

/** @param bounds true or false where `now` says it all */
export const finding = (
  attack: string,
  cost: string,
  now: string,
  bounds: boolean | readonly Bound[],
): Finding => {
  const all: readonly Bound[] = typeof bounds === 'boolean' ? [[bounds, now]] : bounds;
  return { attack, cost, now, faults: all.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise])) };
};
