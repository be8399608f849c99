// Takes the pictures of the README in Chromium: node --conditions=@event-platform/source ops/screenshots/take.ts

import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../packages/service/test/support/browser.ts';
import {
  cleanUp,
  freePort,
  newFolder,
  startMain,
} from '../../packages/service/test/support/service-process.ts';

const phone = { width: 390, height: 920 };
const folder = new URL('../../docs/images/', import.meta.url);
/** The organizer of the demo data whose invitation is shown. */
const organizer = '+491713920037';
const party = 'Lena';
/** Who fills in the form of a new event. */
const host = '+491713920064';

interface DemoEvent {
  readonly id: string;
  readonly title: string;
  readonly visibility: string;
}

/** The URLs of the form of a new event, of an event and of an invitation, in a service with demo data. */
const openPages = async (url: string, code: () => Promise<string>): Promise<readonly string[]> => {
  const call = async <Body>(method: string, path: string, body?: object, token?: string): Promise<Body> => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  await call('POST', '/auth/otp/start', { phone: organizer });
  const signIn = { phone: organizer, code: await code() };
  const { accessToken } = await call<{ accessToken: string }>('POST', '/auth/otp/check', signIn);
  const { data: events } = await call<{ data: readonly DemoEvent[] }>(
    'GET',
    '/me/events?role=organizing&limit=50',
    undefined,
    accessToken,
  );
  const birthday = events.find(({ title, visibility }) => visibility === 'private' && title.includes(party));
  const event = events.find(({ visibility }) => visibility === 'public');
  if (!birthday || !event) throw new Error('The demo data has other events');
  const emails = { emails: ['guest@example.org'] };
  const { inviteLink } = await call<{ inviteLink: string }>(
    'POST',
    `/events/${birthday.id}/invites`,
    emails,
    accessToken,
  );
  return [`${url}/organise/new`, `${url}/e/${event.id}`, inviteLink];
};

/** The cookies of a signed-in user. */
const signIn = async (browser: Browser, url: string, code: () => Promise<string>) => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.locator('#phone').fill(host);
  await page.locator('form[action*="/code"] button').click();
  await page.locator('#code').fill(await code());
  await page.locator('form[action*="/sign-in"] button').first().click();
  await page.waitForURL(/my\/events/);
  return context.storageState();
};

const typed = {
  title: 'Lanterns on the water',
  startAt: '2027-06-18T20:00',
  endAt: '2027-06-18T23:00',
  address: 'Maybachufer 1, Berlin',
  map: '52.4931, 13.4266',
};

/** The pages beside each other, as WebP. */
const take = async (
  browser: Browser,
  pages: readonly string[],
  colorScheme: 'light' | 'dark',
  storageState: Awaited<ReturnType<typeof signIn>>,
): Promise<Buffer> => {
  const look = { viewport: phone, colorScheme, locale: 'en-GB' } as const;
  const context = await browser.newContext(look);
  const own = await browser.newContext({ ...look, storageState });
  const shots: string[] = [];
  for (const path of pages) {
    const isForm = path.endsWith('/organise/new');
    const page = await (isForm ? own : context).newPage();
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const [name, value] of isForm ? Object.entries(typed) : [])
      await page.locator(`#${name}`).fill(value);
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
    shots.push((await page.screenshot()).toString('base64'));
  }
  const line = colorScheme === 'light' ? '#dcd9e4' : '#383545';
  const sheet = await context.newPage();
  await sheet.setViewportSize({ width: phone.width * 3 + 64, height: phone.height + 16 });
  await sheet.setContent(
    `<body style="display: flex; gap: 24px; margin: 8px">${shots
      .map(
        (png) =>
          `<img style="border: 1px solid ${line}; border-radius: 24px; width: ${phone.width - 2}px" src="data:image/png;base64,${png}">`,
      )
      .join('')}`,
    { waitUntil: 'load' },
  );
  const chromium = await context.newCDPSession(sheet);
  await chromium.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { data } = await chromium.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  await context.close();
  await own.close();
  return Buffer.from(data, 'base64');
};

const ends: (() => unknown)[] = [];
try {
  const port = await freePort();
  const service = startMain('server.ts', { DATA_DIR: newFolder(), PORT: String(port), APP_NAME: 'Lantern' });
  await service.waitFor(/is ready/);
  const code = async () => (await service.waitFor(/SMS to \+491713920037: (\d{4})/))[1] ?? '';
  const url = `http://127.0.0.1:${port}`;
  const pages = await openPages(url, code);
  const browser = await openBrowser({ teardown: (end) => void ends.push(end) });
  const hostCode = async () => (await service.waitFor(/SMS to \+491713920064: (\d{4})/))[1] ?? '';
  const state = await signIn(browser, url, hostCode);
  for (const scheme of ['light', 'dark'] as const)
    writeFileSync(new URL(`pages-${scheme}.webp`, folder), await take(browser, pages, scheme, state));
} finally {
  for (const end of ends) await end();
  await cleanUp();
}
