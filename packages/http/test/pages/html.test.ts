import t from 'tap';
import { html } from '../../src/pages/html.ts';

t.test('HTML escapes what it is given, once', async (t) => {
  const inner = html`<b>${`<&"'>`}</b>`;
  t.equal(
    html`<p>${inner}${[inner, inner]}${5}</p>`.markup,
    `<p>${'<b>&lt;&amp;&quot;&#39;&gt;</b>'.repeat(3)}5</p>`,
  );
});
