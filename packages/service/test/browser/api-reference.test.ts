import t from 'tap';
import { serveInMemory } from '../../../http/test-support/serve-in-memory.ts';
import {
  accessibilityFaults,
  allRules,
  chromiumMissing,
  chromiumPath,
  colourRules,
  everyLook,
  overflow,
  setLook,
} from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const skip = chromiumPath() === null && chromiumMissing;

t.test('axe finds nothing on the API reference, which names its language', { skip }, async (t) => {
  const service = await serveInMemory();
  t.teardown(service.close);
  const browser = await sharedBrowser();
  // The page's policy keeps axe out, too.
  const context = await browser.newContext({ bypassCSP: true });
  t.teardown(() => context.close());
  const page = await context.newPage();
  const widths = new Set<number | undefined>();
  for (const looks of Map.groupBy(everyLook, ({ colorScheme }) => colorScheme).values()) {
    const [first = {}] = looks;
    await setLook(page, first);
    // The library looks at the colour scheme when it starts, which takes seconds.
    await page.goto(`${service.url}/docs/`);
    await page.getByText('/v1/auth/otp/start').first().waitFor();
    t.equal(await page.evaluate('document.documentElement.lang'), 'en');
    for (const look of looks) {
      await setLook(page, look);
      const rules = widths.has(look.width) ? colourRules : allRules;
      t.strictSame(await accessibilityFaults(page, rules), [], JSON.stringify(look));
      widths.add(look.width);
      t.equal(await overflow(page), 0, JSON.stringify(look));
    }
  }
});
