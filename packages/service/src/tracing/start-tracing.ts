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

/** How long an unreachable collector may delay the stop. */
const closeWithinMs = 3_000;
/** The minimum time between two warnings that spans cannot be delivered, in milliseconds. */
const warnIntervalMs = 60_000;

/**
 * Exports a span for each request and for each of its statements over OTLP/HTTP. Headers, sampling and batching
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
    // `reportFaults` warns of undelivered spans; they do not fail the stop.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        delay(closeWithinMs, undefined, { ref: false }),
      ]),
  };
};

/**
 * The instrumentation patches the classes of `pg` when they are first required. `pg` is CommonJS, so requiring the copy
 * that the adapter uses also patches it for modules that import it, before or after: no loader hook is needed.
 */
const patchPg = (): void => {
  createRequire(import.meta.resolve('@event-platform/adapters-postgres'))('pg');
};

/** Replaces the libraries' own messages, which may quote their input, by one warning. */
const reportFaults = (warn: (message: string) => void): void => {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const error = () => {
    if (performance.now() - warnedAt < warnIntervalMs) return;
    warnedAt = performance.now();
    warn('spans cannot be delivered to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const silent = () => {};
  diag.setLogger(
    { error, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
};
