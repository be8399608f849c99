import t from 'tap';
import {
  createClient,
  memoryStorage,
  type SignedOutReason,
  type Storage,
  type Tokens,
} from '../src/index.ts';
import {
  expireAccessTokens,
  fetchFromNetwork,
  newEvent,
  personOf,
  servePlatform,
  signIn,
  visitorOf,
} from './support/served-platform.ts';

const platform = await servePlatform(t);
const refreshes = () => platform.received.filter((line) => line === 'POST /v1/auth/refresh').length;
const codeOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'ok',
    (error) => error.code,
  );

/** A storage whose load and save can be made to fail, and which tells what it was asked. */
const observed = () => {
  const inner = memoryStorage<Tokens>();
  const log: string[] = [];
  const faults = { load: false, save: false };
  const storage: Storage<Tokens> = {
    load: async () => {
      if (faults.load) throw new Error('locked');
      return inner.load();
    },
    save: async (newTokens) => {
      if (faults.save) throw new Error('full');
      log.push(newTokens === null ? 'nothing' : newTokens.accessToken);
      await inner.save(newTokens);
    },
  };
  return { storage, inner, log, faults };
};

t.test('refreshes once for 50 calls in parallel', async (t) => {
  const { client } = await personOf(platform);
  const { id } = await client.createEvent(newEvent(platform));
  expireAccessTokens(platform);
  const before = refreshes();
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => client.saveEvent({ id, saved: true })),
  );
  t.ok(responses.every(({ isSaved }) => isSaved));
  t.equal(refreshes() - before, 1);
});

t.test('asks no local clock, however wrong it is', async (t) => {
  const { now } = Date;
  t.teardown(() => Object.assign(Date, { now }));
  for (const hours of [-30, 30]) {
    Date.now = () => now() + hours * 3_600_000;
    const { client } = await personOf(platform);
    const before = refreshes();
    await client.getProfile();
    t.equal(refreshes(), before, 'fresh tokens are used');
    expireAccessTokens(platform);
    await client.getProfile();
    t.equal(refreshes(), before + 1, 'expired ones are exchanged');
  }
});

t.test('refreshes once across tabs, which share storage and locks', async (t) => {
  const { client, tokens } = await personOf(platform);
  const tabs = [client, ...Array.from({ length: 4 }, () => createClient({ baseUrl: platform.url, tokens }))];
  expireAccessTokens(platform);
  const before = refreshes();
  const profiles = await Promise.all(tabs.flatMap((tab) => [tab.getProfile(), tab.getProfile()]));
  t.equal(new Set(profiles.map(({ id }) => id)).size, 1);
  t.equal(refreshes() - before, 1);
});

t.test('stays signed in where two tabs without locks refresh at once', async (t) => {
  const { client, tokens } = await personOf(platform);
  const before = refreshes();
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  t.teardown(() => Reflect.deleteProperty(navigator, 'locks'));
  const other = createClient({ baseUrl: platform.url, tokens });
  for (let round = 0; round < 3; round += 1) {
    expireAccessTokens(platform);
    await Promise.all([client.getProfile(), other.getProfile()]);
  }
  t.ok(refreshes() - before >= 3);
  expireAccessTokens(platform);
  const last = refreshes();
  await Promise.all(Array.from({ length: 20 }, () => client.getProfile()));
  t.equal(refreshes() - last, 1, 'one client refreshes once, with or without locks');
});

t.test('saves new tokens before it uses them', async (t) => {
  const { storage, log } = observed();
  const used: string[] = [];
  const from = fetchFromNetwork();
  const watched: typeof fetch = (url, init) => {
    const bearer = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length);
    if (bearer) used.push(bearer);
    if (bearer && !log.includes(bearer)) t.fail('used before it was saved');
    return from(url, init);
  };
  const { client } = await personOf(platform, { tokens: storage, fetch: watched });
  expireAccessTokens(platform);
  await client.getProfile();
  t.strictSame(log.length, 2, 'of the sign-in and of the refresh');
  t.strictSame(used, log, 'the request was sent again once');
});

t.test('keeps the tokens while there is no network', async (t) => {
  let isOnline = true;
  const from = fetchFromNetwork();
  const flaky: typeof fetch = (url, init) =>
    isOnline ? from(url, init) : Promise.reject(new TypeError('fetch failed'));
  const { client } = await personOf(platform, { fetch: flaky, retries: { attempts: 1 } });
  expireAccessTokens(platform);
  isOnline = false;
  t.equal(await codeOf(client.getProfile()), 'network_failed');
  t.equal(await codeOf(client.refreshSession().then(() => client.logOut())), 'network_failed');
  t.equal(await client.isSignedIn(), true);
  isOnline = true;
  t.equal(await codeOf(client.getProfile()), 'ok');
});

t.test('signs out once when the session has ended', async (t) => {
  const reasons: SignedOutReason[] = [];
  const person = await personOf(platform, { onSignedOut: (reason) => reasons.push(reason) });
  const elsewhere = visitorOf(platform);
  await signIn(platform, { client: elsewhere.client, phone: person.phone });
  await elsewhere.client.endOtherSessions();
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(person.client.getProfile())));
  t.ok(
    codes.every((code) => code === 'refresh_token_invalid'),
    codes.join(),
  );
  t.strictSame(reasons, ['session_ended']);
  t.equal(await person.client.isSignedIn(), false);
  t.equal(await codeOf(person.client.getProfile()), 'unauthenticated');
  t.equal(await codeOf(person.client.listEvents()), 'ok', 'as anyone');
  t.equal(await codeOf(person.client.refreshSession()), 'unauthenticated');
  await signIn(platform, person);
  await person.client.logOut();
  t.strictSame(reasons, ['session_ended', 'logged_out']);
});

t.test('says once that a session has ended, also when a response comes late', async (t) => {
  const reasons: SignedOutReason[] = [];
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  const from = fetchFromNetwork();
  const slow: typeof fetch = async (url, init) => {
    const response = await from(url, init);
    if (String(url).endsWith('/v1/me/circles')) await isOver;
    return response;
  };
  const person = await personOf(platform, { fetch: slow, onSignedOut: (reason) => reasons.push(reason) });
  const elsewhere = visitorOf(platform);
  await signIn(platform, { client: elsewhere.client, phone: person.phone });
  await elsewhere.client.endOtherSessions();
  const late = codeOf(person.client.listCircles());
  t.equal(await codeOf(person.client.getProfile()), 'refresh_token_invalid');
  release();
  t.equal(await late, 'refresh_token_invalid');
  t.strictSame(reasons, ['session_ended']);
});

t.test('tells every tab that one of them logged out', async (t) => {
  const reasons: string[] = [];
  const { client, tokens } = await personOf(platform, {
    onSignedOut: (reason) => reasons.push(`first: ${reason}`),
  });
  const onSignedOut = (reason: string) => reasons.push(`second: ${reason}`);
  const other = createClient({ baseUrl: platform.url, tokens, onSignedOut });
  await other.getProfile();
  const tokenSet = await tokens.load();
  await client.logOut();
  // The second tab loaded the tokens a moment before they went.
  const late = createClient({
    baseUrl: platform.url,
    tokens: { ...tokens, load: once(tokenSet, tokens) },
    onSignedOut,
  });
  t.equal(await codeOf(late.getProfile()), 'refresh_token_invalid');
  t.strictSame(reasons, ['first: logged_out', 'second: session_ended']);
});

/** A `load` that returns something once before it loads. */
const once = (first: Tokens | null | undefined | Promise<unknown>, storage: Storage<Tokens>) => {
  let isFirst = true;
  return () => {
    if (!isFirst) return storage.load();
    isFirst = false;
    return first as Tokens;
  };
};

t.test('does not send a call again as another user', async (t) => {
  const [ada, bob] = [await personOf(platform), await personOf(platform)];
  const { id } = await ada.client.createEvent(newEvent(platform));
  const tokenSet = (await ada.tokens.load()) as Tokens;
  const storage = { ...bob.tokens, load: once(tokenSet, bob.tokens) };
  expireAccessTokens(platform);
  const client = createClient({ baseUrl: platform.url, tokens: storage });
  t.equal(await codeOf(client.answerRsvp({ id, status: 'going' })), 'refresh_token_invalid');
  t.equal((await bob.client.getEvent({ id })).myRsvp, null);
  t.equal(await bob.client.isSignedIn(), true);
});

t.test('loses no session to a storage that fails', async (t) => {
  const { storage, faults } = observed();
  const { client, phone } = visitorOf(platform, { tokens: storage });
  faults.save = true;
  await client.startSignIn({ phone });
  const code = platform.world.smsSent.at(-1)?.code ?? '';
  t.equal(await codeOf(client.checkCode({ phone, code })), 'storage_failed');
  t.equal(await codeOf(client.getProfile()), 'storage_failed');
  faults.save = false;
  t.equal((await client.getProfile()).phone, phone, 'the sign-in is saved late');

  expireAccessTokens(platform);
  faults.save = true;
  t.equal(await codeOf(client.getProfile()), 'storage_failed');
  const restartedClient = createClient({ baseUrl: platform.url, tokens: storage });
  faults.save = false;
  t.equal(await codeOf(restartedClient.getProfile()), 'ok', 'the same exchange again, after a restart');
  expireAccessTokens(platform);
  t.equal(await codeOf(restartedClient.getProfile()), 'ok');
  t.equal(await codeOf(client.getProfile()), 'ok', 'what was saved later stands');
  expireAccessTokens(platform);
  t.equal(await codeOf(client.getProfile()), 'ok');

  faults.load = true;
  t.equal(await codeOf(client.getProfile()), 'storage_failed');
  t.equal(await codeOf(client.listCategories()), 'ok', 'needs no tokens');
  faults.load = false;
  t.equal(await codeOf(client.getProfile()), 'ok');
});

t.test('rejects tokens that are none, and takes those without a key', async (t) => {
  const { tokens } = await personOf(platform);
  const { accessToken, refreshToken } = (await tokens.load()) as Tokens;
  const odd = { load: () => ({ accessToken }) as unknown as Tokens, save: () => undefined };
  t.equal(await codeOf(createClient({ baseUrl: platform.url, tokens: odd }).getProfile()), 'storage_failed');
  const bare = memoryStorage<Tokens>();
  bare.save({ accessToken, refreshToken });
  const offline = { fetch: () => Promise.reject(new TypeError('fetch failed')), retries: { attempts: 1 } };
  const cut = createClient({ baseUrl: platform.url, tokens: bare, ...offline });
  t.equal(await codeOf(cut.refreshSession()), 'network_failed');
  t.match(await bare.load(), { refreshKey: /^[0-9a-f-]{36}$/ }, 'the key is kept before it is sent');
  const client = createClient({ baseUrl: platform.url, tokens: bare });
  for (let round = 0; round < 2; round += 1) {
    expireAccessTokens(platform);
    t.equal(await codeOf(client.getProfile()), 'ok');
  }
});
