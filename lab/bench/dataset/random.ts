/** Pseudorandom numbers, reproducible by seed. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number;
  /** A whole number, at least 0 and less than `end`. */
  below(end: number): number;
  /** Of the standard normal distribution. */
  normal(): number;
}

/** The generator sfc32 of PractRand. */
export const randomFrom = (seed: number): Random => {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, seed | 0];
  const next = () => {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 15; warmUp += 1) next();
  const below = (end: number) => Math.floor(next() * end);
  // Box–Muller transform; `1 -` avoids the logarithm of zero.
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return { next, below, normal };
};

/** Draws indices by weight in constant time (Vose's alias method). */
export const weightedIndex = (weights: readonly number[]): ((random: Random) => number) => {
  const size = weights.length;
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / size;
  const share = Float64Array.from(weights, (weight) => weight / mean);
  const alias = Int32Array.from(weights, (_, index) => index);
  const small: number[] = [];
  const large: number[] = [];
  for (const [index, value] of share.entries()) (value < 1 ? small : large).push(index);
  while (small.length > 0 && large.length > 0) {
    const less = small.pop() as number;
    const more = large.at(-1) as number;
    alias[less] = more;
    share[more] = (share[more] as number) + (share[less] as number) - 1;
    if ((share[more] as number) < 1) small.push(large.pop() as number);
  }
  for (const index of [...small, ...large]) share[index] = 1;
  return (random) => {
    const index = random.below(size);
    return random.next() < (share[index] as number) ? index : (alias[index] as number);
  };
};

/** Weights of the Zipf–Mandelbrot law; `shift` flattens the top. */
export const zipfWeights = (count: number, shift = 0): readonly number[] =>
  Array.from({ length: count }, (_, rank) => 1 / (rank + 1 + shift));

/** The first number from `wanted` on that is coprime to `size`: a stride that visits each place once. */
export const strideNear = (target: number, size: number): number => {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let stride = Math.max(1, Math.floor(target) % size);
  while (divisor(stride, size) !== 1) stride += 1;
  return stride;
};
