import { randomFrom, strideNear } from './random.ts';

/** Who is interested in what: pairs of the numbers of an event and of a person, no pair twice. */
export interface Interest {
  /** In the order of the events. */
  pairs(): Iterable<readonly [event: number, user: number]>;
}

interface InterestSource {
  readonly events: number;
  readonly users: number;
  /** How many pairs, about. */
  readonly pairs: number;
  readonly seed: number;
}

/** One in so many people is interested in far more than others: together they make this share of the pairs. */
const keenOneIn = 1_000;
const keenShare = 0.2;
/** Flattens the top of Zipf's curve, so that the most popular of a million events draws some 30,000 people. */
const flatTop = 3.2e-5;
const golden = 0.618;

/** Popular events draw many, most draw a few or none, as Zipf says; popularity has nothing to do with age. */
export const interest = ({ events, users, pairs, seed }: InterestSource): Interest => {
  const shift = events * flatTop;
  let sum = 0;
  for (let rank = 0; rank < events; rank += 1) sum += 1 / (rank + 1 + shift);
  const scale = pairs / sum;
  const rankStride = strideNear(events * golden, events);
  const keen = Math.ceil(users / keenOneIn);
  const keenStride = strideNear(keen * golden, keen);
  const others = users - keen;
  const otherStride = strideNear(others * golden, others);

  function* all(): Generator<readonly [number, number]> {
    const random = randomFrom(seed);
    for (let event = 0; event < events; event += 1) {
      const rank = (event * rankStride + seed) % events;
      const count = Math.min(Math.floor(scale / (rank + 1 + shift) + random.next()), users >> 2);
      const fromKeen = Math.min(Math.floor(count * keenShare + random.next()), keen >> 1, count);
      // Strides that visit each person once: nobody comes twice to one event.
      let place = random.below(keen);
      for (let made = 0; made < fromKeen; made += 1) {
        yield [event, place];
        place = (place + keenStride) % keen;
      }
      place = random.below(others);
      for (let made = fromKeen; made < count; made += 1) {
        yield [event, keen + place];
        place = (place + otherStride) % others;
      }
    }
  }
  return { pairs: all };
};
