import t from 'tap';
import { plainLine, plainLines } from '../../../src/import/values/plain-text.ts';

t.test('markup becomes plain text, however often it was escaped', async (t) => {
  t.equal(plainLine('N&auml;hkurs &#8211; Teil 1'), 'Nähkurs – Teil 1');
  const twice =
    '&lt;p&gt;F&uuml;r Anf&auml;nger.&lt;/p&gt;\\n&lt;p&gt;&lt;a href=&quot;https://kurs.example/&quot;&gt;Anmelden&lt;/a&gt;&lt;/p&gt;\\n';
  t.equal(plainLines(twice), 'Für Anfänger.\n\nAnmelden [https://kurs.example/]');
  t.equal(plainLines('&amp;lt;p&amp;gt;One&amp;lt;/p&amp;gt;&amp;lt;p&amp;gt;Two'), 'One\n\nTwo');
  t.equal(plainLines('One<br>Two<ul><li>Three</li><li>Four</li></ul>'), 'One\nTwo\n * Three\n * Four');
});

t.test('line ends stay where there is no markup', async (t) => {
  t.equal(plainLines('One\r\nTwo &amp; three\\nFour'), 'One\nTwo & three\nFour');
  t.equal(plainLines('One<br>\nTwo'), 'One\nTwo');
  t.equal(plainLines('a < b and <CODE/CRAFTS>'), 'a < b and <CODE/CRAFTS>');
});

t.test('line ends that are written out stay within markup', async (t) => {
  t.equal(plainLines('<b>One</b>\\nTwo\\\\nThree\\r\\nFour<br>Five'), 'One\nTwo\nThree\nFour\nFive');
  t.equal(plainLines('One\nline of <b>markup</b>'), 'One line of markup');
  t.equal(plainLine('One\\nline'), 'One line');
});

t.test('elements of every kind are markup', async (t) => {
  for (const [text, plain] of [
    ['<!DOCTYPE html><html><head></head><body><center>Hi</center></body></html>', 'Hi'],
    ['<o:p>Hi</o:p> <nobr>you</nobr>', 'Hi you'],
    ['<svg viewBox="0 0 1 1"><path d="M0"/></svg>Hi', 'Hi'],
    ['<noscript>Turn it on</noscript><template><p>no</p></template>Hi', 'Hi'],
    [
      '<table><tr><th>Fri</th><td>8 pm</td></tr><tr><th>Sat</th><td>9 pm</td></tr></table>',
      'Fri 8 pm\nSat 9 pm',
    ],
    ['<dl><dt>Doors</dt><dd>7 pm</dd></dl>', 'Doors\n7 pm'],
    ['<![CDATA[Hi <b>you</b>]]>', 'Hi you'],
    ['&lt;noscript&gt;Turn it on&lt;/noscript&gt;Hi', 'Hi'],
  ] as const)
    t.equal(plainLines(text), plain, text);
});

t.test('scripts and styles leave nothing', async (t) => {
  t.equal(plainLines('<style>p { color: red }</style><p>Hi</p><script>alert(1)</script>'), 'Hi');
  t.equal(plainLines('&lt;script&gt;alert(1)&lt;/script&gt;Hi'), 'Hi');
});

t.test('depth is bounded', async (t) => {
  t.equal(plainLines(`<p>Hi</p>${'<div>'.repeat(10_000)}x`).slice(0, 2), 'Hi');
  t.match(plainLines(`${'<div>'.repeat(100)}Deep`), 'Deep');
  const deep = `${'&amp;'.repeat(1)}${'amp;'.repeat(5_000)}lt;p&gt;`;
  t.ok(plainLines(deep).length > 10_000);
});

t.test('runs of blanks take no time', async (t) => {
  const start = performance.now();
  for (const blank of [' ', '\t', '\u00a0']) {
    const run = blank.repeat(50_000);
    t.equal(plainLines(`a${run}\\n${run}b${run}\nc`).replaceAll(run, '').length, 5);
    t.equal(plainLine(`a${run}b`), 'a b');
  }
  const escapes = '\\'.repeat(100_000);
  t.equal(plainLine(`a${escapes}b`), `a${escapes}b`);
  t.ok(performance.now() - start < 1_000);
});
