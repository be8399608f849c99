import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accountPolicy } from '@event-platform/domain';
import t from 'tap';
import { germanPhrases } from '../../../src/problems/texts/german-phrases.ts';
import { inGerman } from '../../../src/problems/texts/in-german.ts';

const packages = fileURLToPath(new URL('../../../../', import.meta.url));

/** What follows a field (`must be …`), and what is passed on as the detail of a limit, with a value in each gap. */
const phrasesIn = (source: string): readonly string[] =>
  [
    ...source.matchAll(
      /(?:message: |message = |return |[?:] |=> |\(|, )(['`])((?:must|is|has|needs|are|lacks|would) [^'`]*)\1/g,
    ),
    ...source.matchAll(/(?:refuse(?:Until|Call)\(\s*[^,()]+,\s*|const detail =\s*)(['`])([A-Z][^'`]*)\1/g),
  ].map(([, , text = '']) => text.replace(/\$\{[^}]*\}+/g, '7'));

t.test('every fault and limit has German words', async (t) => {
  const files = globSync('{domain,http}/src/**/*.ts', { cwd: packages });
  const phrases = files
    .filter((file) => !file.includes('/texts/'))
    .flatMap((file) => phrasesIn(readFileSync(`${packages}${file}`, 'utf8')));
  const quotas = Object.values(accountPolicy.quotas).map(({ what }) => `More than 7 ${what} by one account.`);
  const all = [...new Set([...phrases, ...quotas])];
  t.ok(all.length > 120);
  t.strictSame(
    all.filter((phrase) => inGerman(phrase) === null),
    [],
  );
  const english = /\b(?:the|must|of|is|has|and|or|this|than|at|most)\b/i;
  t.strictSame(
    all.map(inGerman).filter((german) => english.test(german ?? '')),
    [],
    'in German alone',
  );
});

t.test('what differs keeps its place', async (t) => {
  t.equal(inGerman('must be at most 100 characters'), 'darf höchstens 100 Zeichen haben');
  t.equal(inGerman('must be a whole number from 1 to 50'), 'muss eine ganze Zahl von 1 bis 50 sein');
  t.equal(inGerman('must be a string or null'), 'muss ein Text oder null sein');
  t.equal(inGerman('must be a list'), 'muss eine Liste sein');
  t.equal(
    inGerman('More than 100 events made within 24 hours by one account.'),
    'Mehr als 100 neue Veranstaltungen in 24 Stunden durch ein Konto.',
  );
  t.equal(inGerman('is something else'), null);
});

t.test('a phrase and its German have as many gaps', async (t) => {
  const gaps = (text: string) => text.split('{}').length;
  for (const [english, german] of germanPhrases) t.equal(gaps(german), gaps(english), english);
});
