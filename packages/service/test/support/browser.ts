import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';
import type { Owner } from '../../../adapters-postgres/test-support/test-database.ts';
import { newAddress } from './replica.ts';

/** The one without windows takes two thirds of the processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The program of Chromium: `CHROMIUM_PATH`, else one on the `PATH`; null where there is none. */
export const chromiumPath = (): string | null => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return process.env.CHROMIUM_PATH ?? paths.find((path) => existsSync(path)) ?? null;
};

/** What a test says where Chromium is missing. */
export const chromiumMissing =
  'Chromium is missing: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to its program.';

/** Nothing that Chromium does on its own account may reach the network. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium refuses to start as root in its sandbox, which CI's containers do.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Starts Chromium; it ends with the test. Throws {@link chromiumMissing}. */
export const openBrowser = async (t: Owner): Promise<Browser> => {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error(chromiumMissing);
  const browser = await chromium.launch({ executablePath, args: flags });
  t.teardown(() => browser.close());
  return browser;
};

/** What a page may look like in one window. */
export interface PageLook {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** Phones and screens, light and dark. */
export const everyLook: readonly PageLook[] = [320, 1_280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

const height = 800;

/** Gives the open page another look, without loading it again. */
export const setLook = async (page: Page, { width = 1_280, colorScheme = 'light' }: PageLook) => {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
};

/** How a guest looks at pages. */
export interface GuestLook extends PageLook {
  readonly locale?: string;
  /** The address that the service sees; by default one of its own. */
  readonly address?: string;
}

/** A browser window without cookies, for one guest after another. */
export interface Viewer {
  readonly page: Page;
  readonly hasJavaScript: boolean;
  /** Each request to another origin than the service's, by URL; none leaves the machine. */
  readonly foreignRequests: readonly string[];
  /** Violations of the content security policy, errors of scripts and dialogs that a page opened. */
  readonly faults: readonly string[];
  /** Gives the window to another guest, with no requests and faults so far. */
  become(look?: GuestLook): Promise<void>;
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9" fill="#7a4"/></svg>';

/** Opens a window for a service that trusts this machine's `X-Forwarded-For`. To open one takes two processes. */
export const openViewer = async (
  browser: Browser,
  origin: string,
  { hasJavaScript = true } = {},
): Promise<Viewer> => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: hasJavaScript });
  const page = await context.newPage();
  const foreignRequests: string[] = [];
  const faults: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      foreignRequests.push(route.request().url());
      await route.fulfill({ contentType: 'image/svg+xml', body: picture });
    },
  );
  page.on('console', (message) => {
    // Chromium also reports the status of a page that is not found.
    const isStatus = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isStatus) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const become = async ({ locale = 'en-GB', address = newAddress(), ...look }: GuestLook = {}) => {
    foreignRequests.length = 0;
    faults.length = 0;
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': address, 'accept-language': locale });
    await setLook(page, look);
  };
  return { page, hasJavaScript, foreignRequests, faults, become };
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA. */
export const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those that another colour scheme can break: styles move and hide nothing by it. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong on a page, an element a line. The viewer needs JavaScript. */
export const accessibilityFaults = async (page: Page, rules = allRules): Promise<readonly string[]> => {
  // Without its style sheet, or while colours change, a page has other contrasts.
  await page.waitForLoadState('load');
  await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
  if (!(await page.evaluate('globalThis.axe !== undefined'))) await page.evaluate(axe);
  // What holds is not collected.
  const options = { runOnly: rules, resultTypes: ['violations'] };
  const { violations }: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};

/** Checks what holds for every open page of guests, in each look. */
export const checkLooks = async (
  t: Pick<Test, 'equal' | 'same'>,
  { page, hasJavaScript }: Pick<Viewer, 'page' | 'hasJavaScript'>,
  name: string,
  looks: readonly PageLook[] = everyLook,
): Promise<void> => {
  const widths = new Set<number | undefined>();
  for (const look of looks) {
    await setLook(page, look);
    const what = `${name} ${JSON.stringify(look)}`;
    t.equal(await overflow(page), 0, `no scrolling sideways: ${what}`);
    const rules = widths.has(look.width) ? colourRules : allRules;
    if (hasJavaScript) t.same(await accessibilityFaults(page, rules), [], `axe: ${what}`);
    widths.add(look.width);
  }
};

/** How many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
