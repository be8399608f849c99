import { randomFrom, strideNear } from './random.ts';

/** Distinct pairs of an event number and a person number. */
export interface Interest {
  /** In the order of the events. */
  pairs(): Iterable<readonly [event: number, user: number]>;
}

interface InterestSource {
  readonly events: number;
  readonly users: number;
  /** Approximate number of pairs. */
  readonly pairs: number;
  readonly seed: number;
}

/** One person in this many is most active; together they account for this share of the pairs. */
const activeOneIn = 1_000;
const activeShare = 0.2;
/** Flattens the top of Zipf's curve, so that the most popular of a million events draws some 30,000 people. */
const flatTop = 3.2e-5;
const golden = 0.618;

/** The popularity of events follows Zipf, independent of their age. */
export const interest = ({ events, users, pairs, seed }: InterestSource): Interest => {
  const shift = events * flatTop;
  let sum = 0;
  for (let rank = 0; rank < events; rank += 1) sum += 1 / (rank + 1 + shift);
  const scale = pairs / sum;
  const rankStride = strideNear(events * golden, events);
  const active = Math.ceil(users / activeOneIn);
  const activeStride = strideNear(active * golden, active);
  const others = users - active;
  const otherStride = strideNear(others * golden, others);

  function* all(): Generator<readonly [number, number]> {
    const random = randomFrom(seed);
    for (let event = 0; event < events; event += 1) {
      const rank = (event * rankStride + seed) % events;
      const count = Math.min(Math.floor(scale / (rank + 1 + shift) + random.next()), users >> 2);
      const fromActive = Math.min(Math.floor(count * activeShare + random.next()), active >> 1, count);
      // Strides that visit each person once, so that no pair of an event is repeated.
      let place = random.below(active);
      for (let index = 0; index < fromActive; index += 1) {
        yield [event, place];
        place = (place + activeStride) % active;
      }
      place = random.below(others);
      for (let index = fromActive; index < count; index += 1) {
        yield [event, active + place];
        place = (place + otherStride) % others;
      }
    }
  }
  return { pairs: all };
};
