// A hand-written server with a few routes and nothing else: the baseline of the benchmark.

import fastifyJwt from '@fastify/jwt';
import fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { detailShape } from './bare-schemas.ts';
import { statements } from './bare-statements.ts';

const { DATABASE_URL, JWT_SECRET = '', PORT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 8 });
pool.on('error', () => undefined);

type Row = Readonly<Record<string, unknown>>;
const query = async (name: keyof typeof statements, values: readonly unknown[]): Promise<readonly Row[]> =>
  (await pool.query<Row>({ name, text: statements[name], values: [...values] })).rows;

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
