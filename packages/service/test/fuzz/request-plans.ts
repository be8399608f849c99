import fc from 'fast-check';
import { nastyBearer, nastyBody, nastyKey, nastyMediaType, nastyText, nastyValue } from './nasty-values.ts';
import { fromPool, type Pool, type Schema, validObject, validValue } from './valid-values.ts';

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly body: Schema | null;
  /** Whether its body is a picture instead. */
  readonly takesPicture: boolean;
  /** Schemas of successes by status; null for those without a body. */
  readonly responses: Readonly<
    Record<string, { readonly mediaType: string; readonly pointer: string } | null>
  >;
}

/** A request whose references are not resolved yet; see `fromPool`. */
export interface Plan {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** A JSON value, or a text sent as it is. */
  readonly body: { readonly json: unknown } | { readonly text: string } | null;
  readonly mediaType: string;
  /** The index of the signed-in sender, an `Authorization` header without a user, or null for none. */
  readonly sender: number | string | null;
  /** Whether a signed-in sender is the owner of the resource in the path. */
  readonly isByOwner: boolean;
  /** An `Idempotency-Key`, or null for none. */
  readonly key: string | null;
}

/** The pool of a path parameter; for ids the path decides. */
const poolOf = (path: string, name: string): Pool => {
  if (name === 'userId') return 'user';
  if (name === 'username') return 'username';
  if (path.startsWith('/v1/pictures')) return 'picture';
  if (path.startsWith('/v1/auth/sessions')) return 'session';
  if (path.startsWith('/v1/me/devices')) return 'device';
  if (path.startsWith('/v1/event-series')) return 'series';
  if (path.startsWith('/v1/webhooks')) return 'webhook';
  if (name === 'inviteId' || path.startsWith('/v1/me/event-invites')) return 'invite';
  if (name === 'token') return path.startsWith('/v1/calendars') ? 'feed' : 'token';
  return path.startsWith('/v1/me/circles') ? 'circle' : 'event';
};

/** Begins as pictures do; the world's decoder takes what does. */
const picture = { text: 'RIFF0000WEBPVP8 ' };

const operationPlan = (operation: Operation): fc.Arbitrary<Plan> => {
  const inPath = operation.parameters.filter((each) => each.in === 'path');
  const inQuery = operation.parameters.filter((each) => each.in === 'query');
  const query = fc
    .record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, validValue(name, schema)])), {
      requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name),
    })
    .map((record) => Object.entries(record).map(([name, value]) => [name, String(value)] as const));
  return fc.record({
    operation: fc.constant(operation),
    path: fc.record(
      Object.fromEntries(inPath.map(({ name }) => [name, fromPool(poolOf(operation.path, name))])),
    ),
    query,
    body: operation.body
      ? validObject(operation.body).map((json) => ({ json }))
      : fc.constant(operation.takesPicture ? picture : null),
    mediaType: fc.constant(operation.takesPicture ? 'image/webp' : 'application/json'),
    sender: fc.oneof({ weight: 6, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.constant(null) }),
    isByOwner: fc.constantFrom(true, true, true, false),
    key: operation.parameters.some(({ name }) => name === 'idempotency-key')
      ? fc.oneof(
          { weight: 6, arbitrary: fc.constant(null) },
          { weight: 3, arbitrary: fc.uuid() },
          { weight: 1, arbitrary: fc.constantFrom('"again"', 'again', '"mal"formed') },
        )
      : fc.constant(null),
  });
};

type Mutation = (plan: Plan) => Plan;

/** Puts a value somewhere into a JSON value: at the nth place that there is, or beside it. */
const spoiled = (
  json: unknown,
  at: number,
  value: unknown,
  how: 'replace' | 'remove' | 'add',
  key: string,
): unknown => {
  if (typeof json !== 'object' || json === null) return value;
  const entries = Object.entries(json);
  const [name, inner] = entries[at % Math.max(1, entries.length)] ?? [];
  if (how === 'add' || name === undefined) return Object.fromEntries([...entries, [key, value]]);
  if (typeof inner === 'object' && inner !== null && at % 3 === 0)
    return { ...json, [name]: spoiled(inner, at >> 2, value, how, key) };
  if (how === 'remove') return Object.fromEntries(entries.filter(([each]) => each !== name));
  return { ...json, [name]: value };
};

const bodyMutation = fc
  .tuple(fc.nat(10_000), nastyValue, fc.constantFrom('replace', 'replace', 'remove', 'add'), nastyKey)
  .map(
    ([at, value, how, key]): Mutation =>
      (plan) =>
        plan.body && 'json' in plan.body
          ? { ...plan, body: { json: spoiled(plan.body.json, at, value, how, key) } }
          : { ...plan, body: { json: { [key]: value } } },
  );

const queryMutation = fc.tuple(fc.nat(100), nastyText, fc.boolean(), nastyKey).map(
  ([at, value, isSurplus, key]): Mutation =>
    (plan) => {
      const names = plan.operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
      const name = isSurplus ? key : (names[at % Math.max(1, names.length)] ?? key);
      return {
        ...plan,
        query: [...plan.query.filter(([each], index) => each !== name || index % 3 === 0), [name, value]],
      };
    },
);

const pathMutation = fc.tuple(fc.nat(10), nastyText).map(
  ([at, value]): Mutation =>
    (plan) => {
      const names = Object.keys(plan.path);
      const name = names[at % Math.max(1, names.length)];
      return name === undefined ? plan : { ...plan, path: { ...plan.path, [name]: value } };
    },
);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: bodyMutation },
  { weight: 4, arbitrary: queryMutation },
  { weight: 3, arbitrary: pathMutation },
  {
    weight: 1,
    arbitrary: nastyBody.map(
      (text): Mutation =>
        (plan) => ({ ...plan, body: { text } }),
    ),
  },
  {
    weight: 1,
    arbitrary: nastyMediaType.map(
      (mediaType): Mutation =>
        (plan) => ({ ...plan, mediaType }),
    ),
  },
  {
    weight: 1,
    arbitrary: nastyBearer.map(
      (sender): Mutation =>
        (plan) => ({ ...plan, sender }),
    ),
  },
);

/** This makes what later requests need, and is often refused. */
const isFirst = ({ id }: Operation) => id === 'invitePeople';
/** These end it. */
const isLast = ({ id }: Operation) => id === 'deleteAccount' || id === 'logOut';

/** Requests to every operation: sound ones, and sound ones with one to three things wrong. */
export const requestPlan = (operations: readonly Operation[]): fc.Arbitrary<Plan> =>
  fc
    .tuple(
      fc
        .oneof(
          { weight: 200, arbitrary: fc.constantFrom(...operations.filter((each) => !isLast(each))) },
          { weight: 10, arbitrary: fc.constantFrom(...operations.filter(isFirst)) },
          { weight: 1, arbitrary: fc.constantFrom(...operations.filter(isLast)) },
        )
        .chain(operationPlan),
      fc.oneof(fc.constant([]), fc.array(mutation, { minLength: 1, maxLength: 3 })),
    )
    .map(([plan, mutations]) => mutations.reduce<Plan>((changedPlan, mutate) => mutate(changedPlan), plan));
