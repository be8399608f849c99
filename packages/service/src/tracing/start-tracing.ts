import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Config } from '../config/config.ts';
import { scrubbedSpans } from './scrubbed-spans.ts';
import type { Tracing } from './tracing.ts';

/** A collector that is away must not keep the service from stopping. */
const closeWithinMs = 3_000;
/** How often at most it is told that spans cannot be delivered, in milliseconds. */
const warnEvery = 60_000;

/**
 * Sends a span for each request and for each of its statements over OTLP/HTTP. Headers, sampling and batching
 * are set by the standard OTEL_… variables, which the libraries read themselves.
 */
export const startTracing = (
  { endpoint, serviceName }: NonNullable<Config['tracing']>,
  warn: (message: string) => void,
): Tracing => {
  reportFaults(warn);
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [
      new BatchSpanProcessor(scrubbedSpans(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))),
    ],
  });
  provider.register();

  const pg = new PgInstrumentation({ requireParentSpan: true });
  pg.setTracerProvider(provider);
  patchPg();

  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, request) => {
      span.updateName(`${request.method} ${request.routeOptions.url ?? 'unmatched'}`);
      request.log = request.log.child({ traceId: span.spanContext().traceId });
    },
  });
  requests.setTracerProvider(provider);
  return {
    instrument: async (app) => {
      await app.register(requests.plugin());
    },
    // Spans that cannot be delivered are told above; the stop itself has not failed.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        delay(closeWithinMs, undefined, { ref: false }),
      ]),
  };
};

/**
 * The instrumentation patches the classes of `pg` when they are first required. They are CommonJS, so one require,
 * of the copy that the adapter uses, reaches those who import them too, before or after: no loader hook is needed.
 */
const patchPg = (): void => {
  createRequire(import.meta.resolve('@event-platform/adapters-postgres'))('pg');
};

/** What the libraries say is kept back: it may quote what they were given. */
const reportFaults = (warn: (message: string) => void): void => {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const error = () => {
    if (performance.now() - warnedAt < warnEvery) return;
    warnedAt = performance.now();
    warn('spans cannot be delivered to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const silent = () => {};
  diag.setLogger(
    { error, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
};
