import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { FuzzWorld } from './fuzz-world.ts';
import { judgeBy } from './judge-response.ts';
import { type Operation, type Plan, requestPlan } from './request-plans.ts';
import { sendPlan } from './send-plan.ts';

/** The findings of a run. */
export interface FuzzReport {
  readonly requests: number;
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The number of requests to each operation, and of those with a 2xx. */
  readonly operations: ReadonlyMap<string, { sent: number; granted: number }>;
  readonly faults: readonly string[];
  /** Bytes in use after a garbage collection, at the end of each tenth. */
  readonly heap: readonly number[];
  readonly rss: readonly number[];
}

interface Documented {
  readonly components: { readonly schemas: Readonly<Record<string, Operation['body']>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: Operation['parameters'];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

const escaped = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

const schemaPrefix = '#/components/schemas/';

/** Request bodies are named components: without their schemas every body would be random and refused. */
const namedSchema = ({ schemas }: Documented['components'], $ref: string): Operation['body'] => {
  const schema = $ref.startsWith(schemaPrefix) ? schemas[$ref.slice(schemaPrefix.length)] : undefined;
  if (!schema) throw new Error(`${$ref} is not a named schema`);
  return schema;
};

const operationsOf = ({ components, paths }: Documented): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      takesPicture: requestBody?.content['image/webp'] !== undefined,
      body:
        requestBody && !requestBody.content['image/webp']
          ? namedSchema(components, requestBody.content['application/json']?.schema.$ref ?? '')
          : null,
      responses: Object.fromEntries(
        Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([status, { content }]) => {
            const [mediaType] = Object.keys(content ?? {});
            const pointer = [
              'paths',
              path,
              method,
              'responses',
              status,
              'content',
              mediaType ?? '',
              'schema',
            ];
            return [
              status,
              mediaType === undefined ? null : { mediaType, pointer: `#/${pointer.map(escaped).join('/')}` },
            ];
          }),
      ),
    })),
  );

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const batchSize = 8;
const tenths = 10;
const mostFaults = 20;

/** Sends that many requests, generated from the seed, eight at a time, and checks every response. */
export const runFuzz = async (world: FuzzWorld, requests: number, seed: number): Promise<FuzzReport> => {
  const document = (await world.app.inject('/openapi.json')).json();
  const operations = operationsOf(document);
  const judge = judgeBy(document);
  const plans = requestPlan(operations);
  const faults: string[] = [];
  const statuses: Record<string, number> = {};
  const counts = new Map(operations.map(({ id }) => [id, { sent: 0, granted: 0 }]));
  const heap: number[] = [];
  const rss: number[] = [];

  const settle = async (plan: Plan): Promise<void> => {
    const { answer, sent } = await sendPlan(world, plan);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const count = counts.get(plan.operation.id);
    if (count) {
      count.sent += 1;
      if (answer.status < 300) count.granted += 1;
    }
    for (const fault of judge(sent, answer))
      if (faults.length < mostFaults)
        faults.push(
          `${fault}\n${sent.request.slice(0, 3_000)}\n→ ${answer.status} ${answer.text.slice(0, 500)}`,
        );
  };

  for (let sent = 0, batch = 0; sent < requests; batch += 1) {
    const size = Math.min(batchSize, requests - sent);
    await Promise.all(fc.sample(plans, { seed: seed * 1_000_000 + batch, numRuns: size }).map(settle));
    sent += size;
    if (sent < ((heap.length + 1) * requests) / tenths) continue;
    collect();
    const { heapUsed, rss: resident } = process.memoryUsage();
    heap.push(heapUsed);
    rss.push(resident);
  }
  for (const line of world.errors) if (faults.length < mostFaults) faults.push(`logged: ${line}`);
  return { requests, statuses, operations: counts, faults, heap, rss };
};

/** The heap at the end of the last tenth over that at the end of the first. */
export const grownBy = ({ heap }: Pick<FuzzReport, 'heap'>): number => (heap.at(-1) ?? 0) / (heap[0] ?? 1);

/** Far above what a run grows by, far below what a leak per request would come to. */
export const mostGrowth = 1.3;
