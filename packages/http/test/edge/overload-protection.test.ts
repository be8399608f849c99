import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastifyUnderPressure from '@fastify/under-pressure';
import fastify from 'fastify';
import t from 'tap';
import { loadShedding } from '../../src/edge/edge.ts';
import { overload } from '../../src/edge/places.ts';
import { health } from '../../src/health.ts';
import type { App } from '../../src/index.ts';
import { linksOf } from '../../src/links.ts';
import { type LoggedResponse, responseLog } from '../../src/plugins/records/response-log.ts';
import { errorHandler } from '../../src/problems/handle-error.ts';
import { publicUrl } from '../../test-support/test-app.ts';

t.test('responds 503 while the event loop lags, health apart', async (t) => {
  const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>();
  t.teardown(() => app.close());
  app.setErrorHandler(errorHandler(linksOf(publicUrl, 'EUR')));
  await app.register(fastifyUnderPressure, { ...loadShedding, maxEventLoopDelay: 20, sampleInterval: 50 });
  const responses: LoggedResponse[] = [];
  await app.register(responseLog, { onResponseLogged: (response) => void responses.push(response) });
  await app.register(health, { ready: async () => undefined, isDraining: () => false });
  app.get('/', async () => 'here');
  t.equal((await app.inject('/')).statusCode, 200);
  const until = performance.now() + 300;
  while (performance.now() < until);
  // The sample that is due comes first.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const answer = await app.inject('/');
  t.equal(answer.statusCode, 503);
  t.equal(answer.json().code, 'unavailable');
  t.equal(answer.headers['retry-after'], '10');
  t.strictSame(
    responses.map(({ refusal }) => refusal),
    [null, overload],
  );
  t.equal(responses[1]?.refusal, overload, 'the metrics recognise a shed request');
  t.equal((await app.inject('/health/live')).statusCode, 200);
});
