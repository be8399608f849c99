import t from 'tap';
import { parseDateBound, parseInstant } from '../src/input/instants.ts';
import { html } from '../src/pages/html.ts';
import { clientBlock, clientNetwork } from '../src/rate-limits/client-network.ts';
import { refreshTokens } from '../src/security/refresh-tokens.ts';

t.test('networks of clients', async (t) => {
  const networks: [string, string, string][] = [
    ['192.0.2.77', '192.0.2.0/24', '192.0.2.77/32'],
    ['::ffff:192.0.2.77', '192.0.2.0/24', '192.0.2.77/32'],
    ['192.0.2.77:4711', '192.0.2.0/24', '192.0.2.77/32'],
    ['2001:db8:aaaa:bbbb:cccc::1', '2001:db8:aaaa::/48', '2001:db8:aaaa:bbbb::/64'],
    ['[2001:db8:aaaa:bbbb::1]:443', '2001:db8:aaaa::/48', '2001:db8:aaaa:bbbb::/64'],
    ['fe80::1%eth0', 'fe80::/48', 'fe80::/64'],
    ['unknown', 'unknown', 'unknown'],
    ['', 'unknown', 'unknown'],
  ];
  for (const [ip, network, block] of networks) {
    t.equal(clientNetwork(ip), network, ip);
    t.equal(clientBlock(ip), block, ip);
  }
});

t.test('instants', async (t) => {
  const read: Record<string, string | null> = {
    '2026-05-01T18:00:00Z': '2026-05-01T18:00:00.000Z',
    '2026-05-01t18:00:00.5z': '2026-05-01T18:00:00.500Z',
    '2026-05-01T18:00:00.123999Z': '2026-05-01T18:00:00.123Z',
    '2026-05-01T00:30:00+05:45': '2026-04-30T18:45:00.000Z',
    '2026-05-01T18:00:00-00:00': '2026-05-01T18:00:00.000Z',
    '2028-02-29T00:00:00Z': '2028-02-29T00:00:00.000Z',
    '9999-12-31T23:59:59Z': '9999-12-31T23:59:59.000Z',
    '9999-12-31T23:59:59-01:00': null,
    '0001-01-01T00:00:00+01:00': null,
    '2026-02-29T00:00:00Z': null,
    '2026-04-31T00:00:00Z': null,
    '2026-00-01T00:00:00Z': null,
    '2026-05-01T24:00:00Z': null,
    '2026-05-01T18:60:00Z': null,
    '2026-05-01T18:00:60Z': null,
    '2026-05-01T18:00:00': null,
    '2026-05-01T18:00Z': null,
    '2026-05-01 18:00:00Z': null,
    '2026-05-01T18:00:00+24:00': null,
    '2026-05-01T18:00:00+0200': null,
    ' 2026-05-01T18:00:00Z': null,
    '2026-05-01T18:00:00Z\n': null,
    '+002026-05-01T18:00:00Z': null,
    '1780000000000': null,
    '': null,
  };
  for (const [text, instant] of Object.entries(read))
    t.equal(parseInstant(text)?.toISOString() ?? null, instant, text);
  t.match(parseDateBound('2026-05-01'), { wholeDay: true, at: new Date('2026-05-01T00:00:00.000Z') });
  t.match(parseDateBound('2026-05-01T20:00:00 02:00'), {
    wholeDay: false,
    at: new Date('2026-05-01T18:00:00.000Z'),
  });
  t.equal(parseDateBound('2026-02-30'), null);
  t.equal(parseDateBound('2026-5-1'), null);
});

t.test('HTML escapes what it is given, once', async (t) => {
  const inner = html`<b>${`<&"'>`}</b>`;
  t.equal(
    html`<p>${inner}${[inner, inner]}${5}</p>`.markup,
    `<p>${'<b>&lt;&amp;&quot;&#39;&gt;</b>'.repeat(3)}5</p>`,
  );
});

t.test('a refresh token is read back as it was issued', async (t) => {
  const tokens = refreshTokens([Buffer.alloc(32, 5)]);
  const id = '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as never;
  for (const generation of [1, 9, 10, 999_999_999])
    t.strictSame(tokens.read(tokens.issue({ id, generation })), { sessionId: id, generation });
  t.equal(
    refreshTokens([Buffer.alloc(32, 6)]).read(tokens.issue({ id, generation: 1 })),
    null,
    'another secret',
  );
});

t.test('a refresh token is read while its secret is among the ones in force', async (t) => {
  const [old, fresh] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
  const session = { id: '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as never, generation: 3 };
  const claims = { sessionId: session.id, generation: 3 };
  const issued = refreshTokens([old]).issue(session);
  t.strictSame(refreshTokens([fresh, old]).read(issued), claims);
  t.strictSame(refreshTokens([old, fresh]).read(refreshTokens([fresh, old]).issue(session)), claims);
  t.strictSame(
    refreshTokens([fresh]).read(refreshTokens([fresh, old]).issue(session)),
    claims,
    'the first issues',
  );
});
