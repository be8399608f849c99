import t from 'tap';
import { html, jsonScript } from '../../src/views/html.ts';

t.test('HTML escapes what it is given, once', async (t) => {
  const inner = html`<b>${`<&"'>`}</b>`;
  t.equal(
    html`<p>${inner}${[inner, inner]}${5}</p>`.markup,
    `<p>${'<b>&lt;&amp;&quot;&#39;&gt;</b>'.repeat(3)}5</p>`,
  );
});

t.test('data for programs cannot leave its element', async (t) => {
  const hostile = { name: '</script><script>alert(1)</script><!--\u2028&' };
  const { markup } = jsonScript('application/ld+json', hostile);
  const [, content = ''] = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(markup) ?? [];
  t.notMatch(content, /[<>&\u2028]/);
  t.strictSame(JSON.parse(content), hostile);
});
