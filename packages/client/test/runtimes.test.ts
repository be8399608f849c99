import t, { type Test } from 'tap';
import { createClient, memoryStorage } from '../src/index.ts';
import { personOf, servePlatform } from './support/served-platform.ts';

t.test('reads public things with a base URL alone, and signs in with storage in memory', async (t) => {
  const { url } = await servePlatform(t);
  const client = createClient({ baseUrl: url });
  t.ok(Array.isArray((await client.listCategories()).data));
  t.equal(await client.isSignedIn(), false);
  const tokens = memoryStorage();
  t.equal(await createClient({ baseUrl: url, tokens }).isSignedIn(), false);
});

/** As React Native: no `AbortSignal.timeout` and `any`, and no `URLSearchParams.size`. */
const withoutLaterApis = (t: Test) => {
  const holders: readonly (readonly [object, string])[] = [
    [AbortSignal, 'timeout'],
    [AbortSignal, 'any'],
    [URLSearchParams.prototype, 'size'],
  ];
  for (const [holder, name] of holders) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name);
    if (!descriptor) continue;
    Object.defineProperty(holder, name, { value: undefined, configurable: true });
    t.teardown(() => Object.defineProperty(holder, name, descriptor));
  }
};

t.test('works in a runtime without AbortSignal.timeout', async (t) => {
  const platform = await servePlatform(t);
  const { client } = await personOf(platform);
  withoutLaterApis(t);
  t.ok((await client.getProfile()).id);
  const rejected = client.listEvents({ limit: 0 });
  await t.rejects(rejected, { code: 'invalid_request' }, 'the query is sent');
});

t.test('ends a request that takes too long, or with the signal of its caller', async (t) => {
  withoutLaterApis(t);
  const never: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      const stop = () => reject(init?.signal?.reason);
      if (init?.signal?.aborted) stop();
      init?.signal?.addEventListener('abort', stop);
    });
  const settings = { baseUrl: 'http://platform.example', fetch: never, retries: { attempts: 1 } };
  const slow = createClient({ ...settings, timeout: 5 }).listCategories();
  await t.rejects(slow, { code: 'network_failed', message: /no response within 5 ms/ });
  const controller = new AbortController();
  const call = createClient(settings).listCategories({}, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('left the screen')), 5);
  await t.rejects(call, { message: 'left the screen' });
  await t.rejects(createClient(settings).listCategories({}, { signal: controller.signal }), {
    message: 'left the screen',
  });
});
