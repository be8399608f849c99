// A hand-written server with a few routes and nothing else: the baseline of the benchmark.

import fastifyJwt from '@fastify/jwt';
import fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { detailShape, listShape } from './bare-schemas.ts';
import { statements } from './bare-statements.ts';

const { DATABASE_URL, JWT_SECRET = '', PORT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 8 });
pool.on('error', () => undefined);

const liveColumn = await pool.query(
  "select from pg_attribute where attrelid = 'event'::regclass and attname = 'is_live' and not attisdropped",
);
const condition = `e.visibility = 'public' and e.status = 'scheduled'${liveColumn.rowCount ? ' and e.is_live' : ''}`;
const texts = statements(condition);
type Row = Readonly<Record<string, unknown>>;
const query = async (name: keyof typeof texts, values: readonly unknown[]): Promise<readonly Row[]> =>
  (await pool.query<Row>({ name, text: texts[name], values: [...values] })).rows;

const app = fastify();
await app.register(fastifyJwt, {
  secret: Buffer.from(JWT_SECRET, 'base64url'),
  verify: { algorithms: ['HS256'], allowedIss: 'event-platform', allowedAud: 'event-platform', cache: false },
});

/** The id of the caller, or null for an anonymous one. */
const callerOf = async (request: FastifyRequest): Promise<string | null> => {
  if (!request.headers.authorization) return null;
  const { sid, sub } = await request.jwtVerify<{ readonly sid: string; readonly sub: string }>();
  const [session] = await query('session', [sid]);
  if (session?.user_id !== sub) throw Object.assign(new Error('The session is over'), { statusCode: 401 });
  return sub;
};

const defaultPicture = 'http://127.0.0.1/cover.svg';
const itemOf = (row: Row) => ({
  ...row,
  coverUrl: row.coverUrl ?? defaultPicture,
  location: { address: row.address, lat: row.lat, lng: row.lng },
  category: { slug: row.slug, name: row.name, emoji: row.emoji },
  price: (row.priceMinor as number) / 100,
});

interface ListQuery {
  readonly category: string;
  readonly page: number;
  readonly limit: number;
}

const listQuery = {
  type: 'object',
  required: ['category'],
  properties: {
    category: { type: 'string' },
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
  },
};

app.get<{ Querystring: ListQuery }>(
  '/v1/events',
  { schema: { querystring: listQuery, response: { 200: listShape } } },
  async (request) => {
    const { category, page, limit } = request.query;
    const caller = await callerOf(request);
    const [rows, totals] = await Promise.all([
      query('list', [caller, category, limit, (page - 1) * limit]),
      query('total', [category]),
    ]);
    return { data: rows.map(itemOf), meta: { total: totals[0]?.total, page, limit } };
  },
);

interface KeptPage {
  readonly ids: readonly unknown[];
  readonly items: readonly (ReturnType<typeof itemOf> & { readonly id?: unknown })[];
  readonly total: unknown;
  readonly snapshot: unknown;
}
const cachedPages = new Map<string, KeptPage>();

/** The same list, whose page stays in memory until anything is committed; one statement for session, snapshot and flags. */
app.get<{ Querystring: ListQuery }>(
  '/v1/kept-events',
  { schema: { querystring: listQuery, response: { 200: listShape } } },
  async (request) => {
    const { category, page, limit } = request.query;
    const key = `${category} ${page} ${limit}`;
    const { sid, sub } = await request.jwtVerify<{ readonly sid: string; readonly sub: string }>();
    const readFacts = async (ids: readonly unknown[]) => {
      const [facts] = await query('facts', [sid, ids]);
      if (facts?.user_id !== sub) throw Object.assign(new Error('The session is over'), { statusCode: 401 });
      return facts;
    };
    let cachedPage = cachedPages.get(key);
    let facts = await readFacts(cachedPage?.ids ?? []);
    if (!cachedPage || cachedPage.snapshot !== facts.snapshot) {
      const rows = await query('list', [null, category, limit, (page - 1) * limit]);
      const [counted] = await query('total', [category]);
      cachedPage = {
        ids: rows.map(({ id }) => id),
        items: rows.map(itemOf),
        total: counted?.total,
        snapshot: facts.snapshot,
      };
      cachedPages.set(key, cachedPage);
      facts = await readFacts(cachedPage.ids);
    }
    const { ids, items, total } = cachedPage;
    const responses = new Map((facts.answers ?? []) as [unknown, string][]);
    const saved = new Set((facts.saved ?? []) as unknown[]);
    const data = items.map((item, index) => {
      const id = ids[index];
      return { ...item, myRsvp: responses.get(id) ?? null, isSaved: saved.has(id) };
    });
    return { data, meta: { total, page, limit } };
  },
);

app.get<{ Params: { readonly id: string } }>(
  '/v1/events/:id',
  { schema: { response: { 200: detailShape } } },
  async (request, reply) => {
    const [row] = await query('detail', [await callerOf(request), request.params.id]);
    if (!row) return reply.code(404).send();
    return {
      ...itemOf(row),
      status: row.status === 'cancelled' ? row.status : undefined,
      takenDown: (row.takeDown as { readonly own?: object } | null)?.own,
      series: row.seriesId && { id: row.seriesId, isDetached: row.isDetached },
      organizer: {
        id: row.organizerId,
        name: row.organizerName,
        avatar: row.organizerAvatar ?? defaultPicture,
      },
      template: { slug: row.template, name: row.template },
      myBooking: row.bookingId && {
        id: row.bookingId,
        quantity: row.quantity,
        status: row.bookingStatus,
        position: row.position,
        createdAt: row.bookedAt,
        code: row.code,
      },
    };
  },
);

/** The response of the empty route: the body that was stored by the last PUT. */
let body = '{}';
app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, text, done) => done(null, text));
app.put<{ Body: string }>('/empty', async (request, reply) => {
  body = request.body;
  return reply.code(204).send();
});
app.get('/empty', (_request, reply) => {
  reply.type('application/json; charset=utf-8').send(body);
});
app.get('/health/ready', () => ({ ready: true }));

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
