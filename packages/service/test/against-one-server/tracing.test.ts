import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { openMigratedDatabase } from '../../../adapters-postgres/test-support/test-database.ts';
import { secret } from '../support/replica.ts';
import { cleanUp, freePort, newFolder, startMain } from '../support/service-process.ts';

t.teardown(cleanUp);

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly events: readonly unknown[];
  readonly status: { readonly code: number; readonly message?: string };
}

/** Of the OTLP protocol: SPAN_KIND_SERVER and STATUS_CODE_ERROR. */
const server = 2;
const error = 2;

/** An OpenTelemetry collector that stores what it receives. */
const openCollector = async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      bodies.push(`${request.url} ${body}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  t.teardown(() => collector.close());
  const { port } = collector.address() as AddressInfo;
  const spans = (): readonly Span[] =>
    bodies.flatMap((body) =>
      JSON.parse(body.slice(body.indexOf('{'))).resourceSpans.flatMap(
        ({ scopeSpans }: { scopeSpans: readonly { spans: readonly Span[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
      ),
    );
  return { url: `http://127.0.0.1:${port}`, bodies, spans };
};

const attributesOf = ({ attributes }: Span): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

t.test('traces a request and its statements together, without personal data', async (t) => {
  const database = await openMigratedDatabase(t);
  const collector = await openCollector();
  const port = await freePort();
  const phone = '+447700900123';
  const token = secret();
  const service = startMain('server.ts', {
    DATA_DIR: newFolder(),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
    PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'events-under-test',
  });
  await service.waitFor(/is ready/);
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json() as Promise<Record<string, string>>;
  };
  const outer = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

  await call('POST', '/v1/auth/otp/start', { phone });
  const [, code = ''] = await service.waitFor(/SMS to \+447700900123: (\d{4}) is your/);
  const { accessToken = '' } = await call('POST', '/v1/auth/otp/check', { phone, code });
  await call('GET', '/v1/auth/me', undefined, {
    authorization: `Bearer ${accessToken}`,
    traceparent: `00-${outer.traceId}-${outer.spanId}-01`,
  });
  await call('GET', `/v1/event-invites/${token}?secret=${token}`);
  await call('GET', `/v1/calendars/${token}/events.ics`);
  await call('GET', `/no/such/${token}`);
  service.kill('SIGTERM');
  const { stdout } = await service.ended;

  const spans = collector.spans();
  t.match(collector.bodies[0], /^\/v1\/traces /);
  t.match(collector.bodies[0], 'events-under-test');
  t.strictSame(
    spans
      .filter(({ kind }) => kind === server)
      .map((span) => {
        const { 'url.path': path, 'http.response.status_code': status } = attributesOf(span);
        return [span.name, path, status, span.status.code === error];
      }),
    [
      ['POST /v1/auth/otp/start', '/v1/auth/otp/start', 200, false],
      ['POST /v1/auth/otp/check', '/v1/auth/otp/check', 200, false],
      ['GET /v1/auth/me', '/v1/auth/me', 200, false],
      ['GET /v1/event-invites/:token', '/v1/event-invites/:token', 404, false],
      ['GET /v1/calendars/:token/events.ics', '/v1/calendars/:token/events.ics', 404, false],
      ['GET unmatched', 'unmatched', 404, false],
    ],
  );

  const check = spans.find(({ name }) => name === 'POST /v1/auth/otp/check');
  const statements = spans.filter((span) => 'db.query.text' in attributesOf(span));
  const ofCheck = statements.filter(({ traceId }) => traceId === check?.traceId);
  t.ok(
    ofCheck.some((span) => /insert into "app_user"/.test(String(attributesOf(span)['db.query.text']))),
    'the statement that creates the account belongs to the request',
  );
  const me = spans.find(({ name }) => name === 'GET /v1/auth/me');
  t.match(me, { traceId: outer.traceId, parentSpanId: outer.spanId }, 'continues the trace of the caller');
  t.ok(
    statements.some((span) => span.parentSpanId === me?.spanId),
    'the session is looked up for the request',
  );
  t.same(
    statements.filter(({ parentSpanId }) => !parentSpanId),
    [],
    'background work is not traced',
  );
  t.same(
    spans.filter(({ events }) => events.length > 0),
    [],
  );

  const [line = ''] = /\{.*"route":"\/v1\/auth\/otp\/check".*\}/.exec(stdout) ?? [];
  t.equal(JSON.parse(line).traceId, check?.traceId, 'the log names the trace');

  const exportedText = collector.bodies.join('\n');
  const traceless = exportedText.replaceAll(
    /"(traceId|spanId|parentSpanId|\w*Nano|\w*UnixNano)":"[^"]*"/g,
    '',
  );
  for (const [what, text] of Object.entries({ phone: phone.slice(1), token, accessToken }))
    t.notOk(traceless.includes(text), `${what} is not in a span`);
  t.notMatch(traceless, new RegExp(`\\b${code}\\b`), 'the code is not in a span');
});

t.test('logs an unreachable collector and serves all the same', async (t) => {
  const database = await openMigratedDatabase(t);
  const port = await freePort();
  const service = startMain('server.ts', {
    DATA_DIR: newFolder(),
    DATABASE_URL: database.url,
    PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  });
  await service.waitFor(/is ready/);
  t.equal((await fetch(`http://127.0.0.1:${port}/v1/events`)).status, 200);
  await service.waitFor(/spans cannot be delivered/);
  t.equal((await fetch(`http://127.0.0.1:${port}/v1/events`)).status, 200);
  service.kill('SIGTERM');
  t.match(await service.ended, { code: 0, stderr: '' });
});
