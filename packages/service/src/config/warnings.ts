import { type Environment, environment } from './environment.ts';

const ours: readonly string[] = Object.keys(environment.properties);

/** Whether one character more, less, other or swapped with the next one makes the one text of the other. */
const isOneEditAway = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const [rest, longRest] = [short.slice(start), long.slice(start)];
  if (rest.length < longRest.length) return rest === longRest.slice(1);
  if (rest.slice(1) === longRest.slice(1)) return true;
  const [first = '', second = ''] = rest;
  return `${second}${first}${rest.slice(2)}` === longRest;
};

/** What is set and has no effect: a sentence for each variable. */
export const warningsOf = (
  variables: Readonly<Record<string, string | undefined>>,
  env: Environment,
): readonly string[] => [
  ...Object.keys(variables).flatMap((name) => {
    const meant = ours.includes(name) ? undefined : ours.find((own) => isOneEditAway(name, own));
    return meant === undefined ? [] : [`${name}: is no setting of the service; did you mean ${meant}?`];
  }),
  ...(env.REDIS_URL !== undefined && env.RATE_LIMIT === 0
    ? ['REDIS_URL: has no effect without RATE_LIMIT.']
    : []),
];
