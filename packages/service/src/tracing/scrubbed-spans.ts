import { type Attributes, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/** The exported attributes. A statement's text holds no values and a route is a template: no personal data. */
const attributeNames = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'db.system.name',
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.client.connection.pool.name',
  'server.address',
  'server.port',
  'error.type',
]);

const unmatchedRoute = 'unmatched';

/** The semantic conventions require a path in every server span: here it is the route's template. */
const scrubbedAttributes = ({ kind, attributes }: ReadableSpan): Attributes => {
  const rest = Object.fromEntries(Object.entries(attributes).filter(([name]) => attributeNames.has(name)));
  return kind === SpanKind.SERVER ? { ...rest, 'url.path': rest['http.route'] ?? unmatchedRoute } : rest;
};

/** Only a 5xx is an error of the server (semantic conventions for HTTP spans). */
const scrubbedStatus = ({ kind, status, attributes }: ReadableSpan): ReadableSpan['status'] => {
  if (kind !== SpanKind.SERVER) return { code: status.code };
  const isFault = Number(attributes['http.response.status_code']) >= 500;
  return { code: isFault ? SpanStatusCode.ERROR : SpanStatusCode.UNSET };
};

const scrub = (span: ReadableSpan): ReadableSpan => ({
  name: span.name,
  kind: span.kind,
  spanContext: () => span.spanContext(),
  ...(span.parentSpanContext ? { parentSpanContext: span.parentSpanContext } : {}),
  startTime: span.startTime,
  endTime: span.endTime,
  duration: span.duration,
  ended: span.ended,
  resource: span.resource,
  instrumentationScope: span.instrumentationScope,
  status: scrubbedStatus(span),
  attributes: scrubbedAttributes(span),
  // Events hold error messages, which may quote personal data.
  events: [],
  links: [],
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
});

/**
 * Exports only allow-listed attributes, whatever an instrumentation records: no URL, no value of a statement, no
 * error message.
 */
export const scrubbedSpans = (inner: SpanExporter): SpanExporter => ({
  export: (spans, done) => inner.export(spans.map(scrub), done),
  shutdown: () => inner.shutdown(),
  forceFlush: async () => inner.forceFlush?.(),
});
