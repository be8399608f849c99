import type { Person, TestApp } from '../../http/test-support/test-app.ts';
import { type Visit, visitor } from './visitor.ts';

/** Where a page that was left leads to. */
export const locationOf = ({ status, headers }: Visit): string =>
  status === 303 ? String(headers.location) : `status ${status}`;

/** A browser in which somebody signed in on `/sign-in`. */
export const signedIn = async (
  scene: Pick<TestApp, 'call' | 'world'>,
  { phone }: Pick<Person, 'phone'>,
  typed: Readonly<Record<string, string>> = { stay: '1' },
) => {
  const browser = visitor(scene);
  scene.world.clock.advance(60_000);
  const codePage = await (await browser.open('/sign-in')).press('Send me a code', { phone });
  const entered = await codePage.press('Sign in', { code: scene.world.smsSent.at(-1)?.code ?? '', ...typed });
  /** Presses a button and opens the page that it leads to. */
  const done = async (visit: Visit, button: string, typed: Readonly<Record<string, string>> = {}) => {
    const next = await visit.press(button, typed);
    return next.status === 303 ? browser.open(locationOf(next)) : next;
  };
  return { ...browser, entered, done };
};
