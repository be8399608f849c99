import t from 'tap';
import { linkedText } from '../../src/views/linked-text.ts';

t.test('addresses in a text are links, all else is as it was', async (t) => {
  const link = (url: string, text = url) =>
    `<a href="${url}" rel="nofollow ugc noopener noreferrer">${text}</a>`;
  for (const [text, markup] of [
    ['No address.', 'No address.'],
    ['See https://a.example/x.', `See ${link('https://a.example/x')}.`],
    ['(https://a.example/x), <b>', `(${link('https://a.example/x')}), &lt;b&gt;`],
    ['http://a.example/?a=1&b=2!', `${link('http://a.example/?a=1&amp;b=2')}!`],
    [
      'https://a.example/1 https://a.example/2',
      `${link('https://a.example/1')} ${link('https://a.example/2')}`,
    ],
    ['https://a.example/"onclick=', `${link('https://a.example/')}&quot;onclick=`],
    ['https://A.example', link('https://a.example/', 'https://A.example')],
    ['https://', 'https://'],
    ['https://user@evil.example/', 'https://user@evil.example/'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['https://a.example/cut…', `${link('https://a.example/cut')}…`],
    ['https://a.example/x.)!?', `${link('https://a.example/x')}.)!?`],
  ] as const)
    t.equal(linkedText(text).markup, markup, text);
});
