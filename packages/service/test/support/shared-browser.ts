import type { Browser } from 'playwright-core';
import t from 'tap';
import { openBrowser } from './browser.ts';

let browser: Promise<Browser> | undefined;

/** The Chromium of all tests of this process, each of which has windows of its own; it ends with the last of them. */
export const sharedBrowser = (): Promise<Browser> => {
  browser ??= openBrowser(t);
  return browser;
};
