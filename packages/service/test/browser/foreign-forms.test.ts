import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { chromiumMissing, chromiumPath } from '../support/browser.ts';
import { openGuestScene } from '../support/guest-scene.ts';
import { cleanUp } from '../support/service-process.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

t.teardown(cleanUp);

type Fields = Readonly<Record<string, string>>;

const formOf = (action: string, fields: Fields): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return `<form method="post" action="${action}" target="_top">${inputs.join('')}<button>Win a prize</button></form>`;
};

/** Another website, on the same machine under both of its names: its one page holds a form. */
const openWebsite = async (t: Test) => {
  let markup = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html>${markup}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const show = async (page: Page, host: string, body: string) => {
    markup = body;
    await page.goto(`http://${host}:${port}/`);
  };
  return { show };
};

/** Presses the one button of a page; what the browser said of the form, and what became of it. */
const press = async (page: Page, isFramed: boolean) => {
  const button = (isFramed ? page.frameLocator('iframe') : page).getByRole('button');
  const [response] = await Promise.all([
    page.waitForResponse((it) => it.request().method() === 'POST'),
    button.click(),
  ]);
  await page.waitForURL(response.url());
  const { origin, cookie, 'sec-fetch-site': site } = await response.request().allHeaders();
  return { origin, site, cookies: cookie ? 1 : 0, status: response.status() };
};

t.test(
  'forms of other websites are refused, sibling domains and sandboxes included, in Chromium',
  { skip: chromiumPath() ? false : chromiumMissing },
  async (t) => {
    const [browser, scene, website] = await Promise.all([sharedBrowser(), openGuestScene(t), openWebsite(t)]);
    const context = await browser.newContext({ baseURL: scene.url });
    const page = await context.newPage();
    const path = `/e/${await scene.create()}`;
    const [victim, attacker] = [scene.newPhone(), scene.newPhone()];
    const token = async () => (await page.locator('input[name=form]').first().getAttribute('value')) ?? '';

    // The attacker's own form, code included, before the visitor has a cookie.
    await scene.call('POST /v1/auth/otp/start', { body: { phone: attacker } });
    await page.goto(path);
    const login = {
      action: `${scene.url}${path}/rsvp`,
      fields: {
        form: await token(),
        phone: attacker,
        code: scene.codeOf(attacker),
        answer: 'going',
        stay: '1',
      },
    };
    const sandbox = (form: string) =>
      `<iframe sandbox="allow-forms allow-top-navigation" srcdoc="${form.replaceAll('"', '&quot;')}"></iframe>`;
    const senders = [
      { host: '127.0.0.1', isFramed: false, says: { site: 'same-site', origin: /^http:\/\/127/ } },
      { host: 'localhost', isFramed: false, says: { site: 'cross-site', origin: /^http:\/\/localhost/ } },
      { host: '127.0.0.1', isFramed: true, says: { site: 'cross-site', origin: /^null$/ } },
    ];
    const refuses = async (forms: readonly { readonly action: string; readonly fields: Fields }[]) => {
      const cookies = await context.cookies();
      for (const { host, isFramed, says } of senders)
        for (const { action, fields } of forms) {
          const form = formOf(action, fields);
          await website.show(page, host, isFramed ? sandbox(form) : form);
          const expected = { ...says, cookies: says.site === 'same-site' ? cookies.length : 0, status: 403 };
          t.match(await press(page, isFramed), expected, `${action.replace(/.*\//, '')} from ${host}`);
          t.same(await context.cookies(), cookies);
        }
    };
    await refuses([login]);

    await page.goto(path);
    await page.getByLabel('I’m going').check();
    await page.getByLabel('Phone number').fill(victim);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code from the SMS').fill(scene.codeOf(victim));
    await page.locator('input[name=stay]').check();
    await page.getByRole('button', { name: 'I’m going' }).click();
    await page.getByText('You answer as').waitFor();
    t.equal((await context.cookies()).length, 1);

    // Even with a token of the visitor's own.
    const form = await token();
    await refuses([
      login,
      { action: `${scene.url}${path}/rsvp`, fields: { form, answer: 'none' } },
      { action: `${scene.url}/sign-out`, fields: { form } },
    ]);
    const { rows } = await scene.client.query(
      'select r.state from rsvp r join app_user u on u.id = r.user_id where u.phone = any($1)',
      [[victim, attacker]],
    );
    t.same(rows, [{ state: 'going' }]);

    await page.goto(path);
    await page.getByRole('button', { name: 'I can’t make it' }).click();
    await page.getByText('You are not coming').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Phone number').waitFor();
    t.same(await context.cookies(), []);
  },
);
