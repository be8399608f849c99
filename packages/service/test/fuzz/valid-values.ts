import fc from 'fast-check';

/** The part of JSON Schema that the service's document uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The kinds of values that exist, so that requests get past the first look-up. */
export type Pool =
  | 'event'
  | 'user'
  | 'circle'
  | 'invite'
  | 'token'
  | 'feed'
  | 'refresh'
  | 'phone'
  | 'code'
  | 'session'
  | 'username'
  | 'picture'
  | 'device'
  | 'webhook'
  | 'series';

/** A reference to the nth value of a pool, the latest first; resolved when the request is sent. */
export const fromPool = (pool: Pool): fc.Arbitrary<string> =>
  fc.oneof(fc.nat(4), fc.nat(999)).map((index) => `<<${pool}:${index}>>`);

const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const text = (maxLength: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength });
const links = fc.constantFrom('https://example.com/a.jpg', 'http://localhost:1/%C3%BC?x=y#z');

const day = fc.oneof(
  instant,
  instant.map((each) => each.slice(0, 10)),
);

/** Fields whose valid values the schema does not fully describe. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  phone: fc.oneof(
    fromPool('phone'),
    fc.nat(9_999).map((n) => `+49151${String(20_000_000 + n)}`),
  ),
  code: fc.oneof(fromPool('code'), fc.constant('0000')),
  refreshToken: fromPool('refresh'),
  category: fc.constantFrom('music', 'tech', 'food', 'nowhere'),
  template: fc.constantFrom('standard', 'garden-party'),
  coverUrl: fc.option(links),
  sourceUrl: fc.option(links),
  isAllDay: fc.constantFrom(false, false, false, true),
  isPriceKnown: fc.constantFrom(true, true, true, false),
  coverId: fc.option(fromPool('picture')),
  avatar: fc.option(links),
  onlineUrl: fc.option(fc.constant('https://example.com/room')),
  location: fc.constant({ address: 'Maybachufer 1', lat: 52.4931, lng: 13.4266 }),
  timeZone: fc.option(fc.constantFrom('Europe/Berlin', 'UTC')),
  questions: fc.constantFrom([], [{ label: 'Team?', kind: 'text', isRequired: false }]),
  rule: fc.constantFrom('FREQ=WEEKLY;COUNT=2', 'FREQ=DAILY;COUNT=3'),
  email: fc.emailAddress(),
  locale: fc.constantFrom('de', 'en-GB'),
  token: fc.stringMatching(/^[A-Za-z0-9]{8,20}$/),
  platform: fc.constantFrom('fcm', 'expo'),
  appVersion: fc.option(fc.constant('1.4.0')),
  ifVersion: fc.nat(1),
  url: fc.constant('https://hooks.example.com/'),
  eventId: fromPool('event'),
  userId: fromPool('user'),
  username: fc.oneof(fromPool('username'), fc.stringMatching(/^[a-z][a-z0-9._-]{4,12}$/)),
  circleIds: fc.array(fromPool('circle'), { maxLength: 3 }),
  userIds: fc.array(fromPool('user'), { minLength: 1, maxLength: 4 }),
  emails: fc.array(fc.emailAddress(), { maxLength: 3 }),
  enabledModules: fc.uniqueArray(fc.constantFrom('bringList', 'chat', 'photos'), { maxLength: 3 }),
  tags: fc.array(fc.constantFrom('jazz', 'open-air', '9'), { maxLength: 3 }),
  tag: fc.constantFrom('jazz', 'open-air,9', 'Jazz'),
  metadata: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,5}$/), text(20), { maxKeys: 3 }),
  q: fc.oneof(fc.constantFrom('jazz', 'concert', 'a', '音楽', 'lantren'), text(20)),
  capacity: fc.option(fc.integer({ min: 1, max: 100_000 })),
  price: fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100),
  attendance: fc.constantFrom('offline', 'offline', 'mixed'),
  role: fc.constantFrom('organizing', 'going', 'saved,going'),
  reminders: fc.constantFrom([], ['PT1H']),
  dateFrom: day,
  dateTo: day,
  page: fc.integer({ min: 1, max: 30 }),
};

const byType = (schema: Schema, type: string): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: Math.min(schema.maximum ?? 1_000, 1_000_000) });
    case 'number':
      return fc.double({
        min: schema.minimum ?? schema.exclusiveMinimum ?? 0,
        max: schema.maximum ?? 1_000,
        noNaN: true,
      });
    case 'array':
      return fc.array(validValue('', schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 });
    case 'object':
      return validObject(schema);
    default:
      if (schema.format === 'date-time') return instant;
      if (schema.format?.startsWith('date-or')) return day;
      return text(Math.min(schema.maxLength ?? 30, 30));
  }
};

/** A value that satisfies the schema, and mostly the use case as well. */
export const validValue = (name: string, schema: Schema): fc.Arbitrary<unknown> => {
  const named = byName[name];
  if (named && schema.type !== 'boolean') return named;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  return fc.oneof(...[schema.type ?? 'string'].flat().map((type) => byType(schema, type)));
};

/** An object with every required field, some of the others, and an end after its start. */
export const validObject = ({
  properties = {},
  required = [],
}: Schema): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, validValue(name, schema)]),
      ),
      { requiredKeys: required.filter((name) => name in properties) },
    )
    .map((value) => {
      const { startAt, endAt } = value as { startAt?: string; endAt?: string };
      if ('coverUrl' in value) delete value.coverId;
      return startAt && endAt && endAt < startAt ? { ...value, startAt: endAt, endAt: startAt } : value;
    });
