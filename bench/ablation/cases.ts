import type {
  ListPlan,
  Plan,
} from '../../packages/adapters-postgres/src/accelerators/page-memory/planner/plan.ts';
import type { DiscoveryQuery } from '../../packages/adapters-postgres/src/discovery/find-page.ts';
import { during, type MakeQuery, near, query, words } from './queries.ts';

/** One way to respond the queries of a case: the statements that run one after another. */
export interface Alternative {
  readonly what: string;
  plans(query: DiscoveryQuery): readonly Plan[];
}

/** Queries for which a plan, or a total in memory, is there; with what would be done without it. */
export interface AblationCase {
  readonly name: string;
  readonly next: MakeQuery;
  readonly chosen: Alternative;
  readonly without: readonly Alternative[];
  /** How many queries a round has; 40 unless told otherwise. */
  readonly queries?: number;
}

const unranked = { rankedRows: null, isBeyondRanked: false };
const plans = (...steps: readonly Plan[]): Alternative => ({
  what: steps.map((step) => ('weeks' in step ? `${step.kind} (${step.weeks})` : step.kind)).join(', '),
  plans: () => steps,
});
const list = (kind: ListPlan['kind']) => plans({ kind });
const cappedPlan: Plan = { kind: 'search-capped', cap: 100_000, ...unranked };
const all: Plan = { kind: 'search-all', ...unranked };
const upcoming = (weeks: number): Plan => ({ kind: 'search-upcoming', weeks, ...unranked });
const countMatches: Plan = { kind: 'count-matches' };
export const cases: readonly AblationCase[] = [
  {
    name: 'no filter',
    next: () => query({}),
    chosen: list('live-start-order'),
    without: [list('start-order')],
  },
  {
    name: 'category',
    next: () => query({ category: 'music' }),
    chosen: list('live-start-order'),
    without: [list('start-order')],
  },
  {
    name: 'from a date on',
    next: () => query({ ...during(1, 30), startsBefore: null }),
    chosen: list('start-order'),
    without: [list('live-start-order')],
  },
  {
    name: 'from a past date on',
    next: () => query({ ...during(1, -100), startsBefore: null }),
    chosen: list('start-order'),
    without: [list('live-start-order')],
    queries: 10,
  },
  {
    name: '50 km, dense',
    next: (random) => query({ area: near(random, 0, 50) }),
    chosen: list('live-start-order'),
    without: [
      list('cells'),
      list('start-order'),
      plans({ kind: 'count-area' }, { kind: 'live-start-order' }),
    ],
  },
  {
    name: '50 km, dense, from a date on',
    next: (random) => query({ area: near(random, 0, 50), ...during(1, 30), startsBefore: null }),
    chosen: list('start-order'),
    without: [list('cells')],
  },
  {
    name: '10 km, sparse',
    next: (random) => query({ area: near(random, 150, 10) }),
    chosen: list('cells'),
    without: [list('live-start-order'), plans({ kind: 'count-area' }, { kind: 'cells' })],
  },
  {
    name: '50 km, a week',
    next: (random) => query({ area: near(random, 0, 50), ...during(7) }),
    chosen: list('day-cells'),
    without: [list('cells')],
    queries: 40,
  },
  {
    name: '50 km, 60 days',
    next: (random) => query({ area: near(random, 0, 50), ...during(60) }),
    chosen: list('day-cells'),
    without: [list('cells')],
    queries: 15,
  },
  {
    name: '50 km, a year',
    next: (random) => query({ area: near(random, 0, 50), ...during(365) }),
    chosen: list('start-order'),
    without: [list('cells'), list('day-cells')],
    queries: 10,
  },
  {
    name: 'the world, a year',
    next: () => query(during(365)),
    chosen: list('start-order'),
    without: [list('window')],
    queries: 10,
  },
  {
    name: '50 km, two years',
    next: (random) => query({ area: near(random, 0, 50), ...during(730, -365) }),
    chosen: list('cells'),
    without: [list('day-cells')],
    queries: 10,
  },
  {
    name: '10 km, sparse, a week',
    next: (random) => query({ area: near(random, 150, 10), ...during(7) }),
    chosen: list('day-cells'),
    without: [list('cells')],
    queries: 40,
  },
  {
    name: '10 km, sparse, 31 days',
    next: (random) => query({ area: near(random, 150, 10), ...during(31) }),
    chosen: list('day-cells'),
    without: [list('cells')],
    queries: 40,
  },
  {
    name: '10 km, sparse, two years',
    next: (random) => query({ area: near(random, 150, 10), ...during(730, -365) }),
    chosen: list('cells'),
    without: [list('day-cells')],
    queries: 10,
  },
  {
    name: '5,000 km, 60 days',
    next: (random) => query({ area: near(random, 0, 5_000), ...during(60) }),
    chosen: list('day-cells'),
    without: [list('cells')],
    queries: 10,
  },
  {
    name: '5,000 km, two years',
    next: (random) => query({ area: near(random, 0, 5_000), ...during(730, -365) }),
    chosen: list('day-cells'),
    without: [list('cells')],
    queries: 5,
  },
  {
    name: 'a rare word',
    next: (random) => query({ text: words(5_000 + random.below(1_000)) }),
    chosen: plans(cappedPlan),
    without: [plans(countMatches, all)],
  },
  {
    name: 'a common word, total known',
    next: () => query({ text: words(0) }),
    chosen: plans(upcoming(1)),
    without: [plans(all), plans(countMatches, upcoming(1)), plans(upcoming(4))],
    queries: 20,
  },
  {
    name: 'a common word, total too old',
    next: () => query({ text: words(0) }),
    chosen: plans(countMatches, upcoming(1)),
    without: [plans(cappedPlan), plans(countMatches, all)],
    queries: 20,
  },
];
