import type { Page } from 'playwright-core';
import t from 'tap';
import { start } from '../../../../examples/web/start.ts';
import { chromiumMissing, chromiumPath } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const skip = chromiumPath() === null && chromiumMissing;

const newWindow = async () => (await (await sharedBrowser()).newContext()).newPage();

/** A window for all tests, as each takes two processes: an origin of a test's own has a storage of its own. */
let window: Promise<Page> | undefined;
const sharedWindow = () => {
  window ??= newWindow();
  return window;
};

t.test('the web example signs in, lists, answers, saves, invites and accepts', { skip }, async (t) => {
  const { origin, world, close } = await start(0);
  t.teardown(close);
  const faults: string[] = [];

  const visit = async (page: Page, url: string): Promise<Page> => {
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(url);
    return page;
  };
  const signIn = async (page: Page, phone: string) => {
    world.clock.advance(31_000);
    await page.getByLabel('Phone').fill(phone);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('We sent you a code.').waitFor();
    await page.getByLabel('Code').fill(world.smsSent.at(-1)?.code ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  };

  const ada = await visit(await sharedWindow(), origin);
  await ada.getByRole('button', { name: 'Going' }).click();
  await ada.getByText(/access token/).waitFor(); // Not signed in yet.
  await signIn(ada, '+4915100000001');
  await ada.getByRole('button', { name: 'Going' }).click();
  await ada.getByText('1 going or interested').waitFor();
  await ada.getByRole('button', { name: 'Save' }).click();
  await ada.locator('.save[aria-pressed=true]').waitFor();
  await ada.getByLabel('Title').fill('Rehearsal');
  await ada.getByRole('button', { name: 'Create a private event' }).click();
  await ada.getByLabel('E-mail').fill('bob@example.com');
  await ada.getByRole('button', { name: 'Invite' }).click();
  const status = await ada.getByText('1 invited').textContent();
  const [link = ''] = /http\S+/.exec(status ?? '') ?? [];

  const bob = await visit(await newWindow(), link);
  await bob.getByText('invites you to Rehearsal').waitFor();
  t.notMatch(bob.url(), 'invite', 'the token leaves the address');
  await bob.reload();
  await signIn(bob, '+4915100000002');
  await ada.reload();
  await ada.locator('#my-events').getByText('1 going or interested').waitFor();
  await ada.locator('#events .going[aria-pressed=true]').waitFor();

  await ada.context().grantPermissions(['notifications'], { origin });
  await ada.getByRole('button', { name: 'Notify me' }).click();
  // As far as it goes without the internet: the key is taken, the worker runs, and the browser's push service is asked.
  await ada.getByText(/push service of this browser|is told of news|are not allowed/).waitFor();
  await ada.getByRole('button', { name: 'Log out' }).click();
  await ada.getByText('You are signed out.').waitFor();
  t.strictSame(faults, []);
});

t.test('two tabs of one browser refresh once', { skip }, async (t) => {
  const { origin, service, world, close } = await start(0);
  t.teardown(close);
  const first = await sharedWindow();
  const context = first.context();
  const second = await context.newPage();
  let refreshes = 0;
  context.on('request', (request) => {
    if (request.url() === `${service}/v1/auth/refresh` && request.method() === 'POST') refreshes += 1;
  });
  await first.goto(origin);
  await second.goto(origin);
  const open = `
    globalThis.sharedClient ??= import('./client/index.ts').then(({ createClient, browserStorage }) =>
      createClient({ baseUrl: '${service}', ...browserStorage() }));`;
  const evaluate = (page: Page, code: string) =>
    page.evaluate(`(async () => { ${open} const client = await globalThis.sharedClient; return ${code} })()`);
  const phone = '+4915100000003';
  await evaluate(first, `client.startSignIn({ phone: '${phone}' })`);
  await evaluate(first, `client.checkCode({ phone: '${phone}', code: '${world.smsSent.at(-1)?.code}' })`);
  world.clock.advance(16 * 60_000);
  const profiles = 'Promise.all(Array.from({ length: 10 }, () => client.getProfile()))';
  const answers = await Promise.all([first, second].map((page) => evaluate(page, profiles)));
  t.equal((answers as { phone: string }[][]).flat().filter((profile) => profile.phone === phone).length, 20);
  t.equal(refreshes, 1);
});

t.test('a session outlives what keeps its storage from being used', { skip }, async (t) => {
  const { origin, service, world, close } = await start(0);
  t.teardown(close);
  const page = await sharedWindow();
  await page.goto(origin);
  const inPage = (code: string) =>
    page.evaluate(`(async () => {
      const { createClient, browserStorage } = await import('./client/index.ts');
      const clientOn = (name) => createClient({ baseUrl: '${service}', ...browserStorage(name) });
      const codeOf = (call) => call.then(() => 'ok', (error) => error.code);
      const opened = (name, version, store) => new Promise((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = () => store && request.result.createObjectStore(store);
        request.onsuccess = () => resolve(request.result.close());
        request.onerror = () => reject(request.error);
      });
      ${code}
    })()`);
  const phone = '+4915100000004';
  await inPage(`await clientOn('session').startSignIn({ phone: '${phone}' });`);
  const { code } = world.smsSent.at(-1) ?? {};
  await inPage(`await clientOn('session').checkCode({ phone: '${phone}', code: '${code}' });`);

  const profile = `codeOf(clientOn('session').getProfile())`;
  t.equal(await inPage(`await opened('session', 7); return ${profile};`), 'ok', 'a later version opens it');
  const strange = `await opened('strange', 1, 'other'); return codeOf(clientOn('strange').getProfile());`;
  t.equal(await inPage(strange), 'storage_failed', 'a database of another owner');
  const denied = `const get = () => { throw new DOMException('denied', 'SecurityError'); };
    Object.defineProperty(globalThis, 'indexedDB', { get });`;
  t.equal(await inPage(`${denied} return ${profile};`), 'storage_failed', 'a browser that blocks storage');
  await page.reload();
  t.equal(await inPage(`return ${profile};`), 'ok', 'the session is still there');
});
