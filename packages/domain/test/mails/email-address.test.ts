import t from 'tap';
import { emailFaults, mailboxOf, normalEmail } from '../../src/mails/email-address.ts';

/** An address of that many characters. */
const ofLength = (length: number) =>
  `a@${'x'.repeat(63)}.${'y'.repeat(63)}.${'z'.repeat(63)}.${'w'.repeat(length - 202)}.example`;

t.test('deliverable addresses are accepted', async (t) => {
  const addresses = [
    'ada@mail.example',
    ' Ada.Lovelace@Mail.Example ',
    'a.bc.def@x.example',
    'a+b_c-d@x-y.example',
    `${'x'.repeat(64)}@mail.example`,
    `a@${'x'.repeat(63)}.example`,
    `a@x.${'y'.repeat(63)}`,
    'a@x.y2',
    ofLength(254),
  ];
  for (const address of addresses) t.strictSame(emailFaults('/emails/0', address), [], address);
  t.equal(normalEmail(' Ada@Mail.Example\n'), 'ada@mail.example');
});

t.test('other texts are refused with a message that does not repeat them', async (t) => {
  const texts = [
    '',
    'ada',
    '@mail.example',
    'a@b',
    '.a@mail.example',
    'a.@mail.example',
    'a..b@mail.example',
    'a b@mail.example',
    'a@b@mail.example',
    `${'x'.repeat(65)}@mail.example`,
    `a@${'x'.repeat(64)}.example`,
    `a@x.${'y'.repeat(64)}`,
    'a@-x.example',
    'a@x-.example',
    'a@x.-y',
    'a@x.y-',
    'a@x.2y',
    'a@1.2.3.4',
    'a@mail.example\nBcc: x@y.example',
    ofLength(255),
  ];
  for (const text of texts)
    t.strictSame(
      emailFaults('/emails/3', text),
      [{ path: '/emails/3', message: 'must be an e-mail address' }],
      text,
    );
});

t.test('a mailbox has no plus-part, and no dots where the provider ignores them', async (t) => {
  for (const [email, mailbox] of [
    ['ada@mail.example', 'ada@mail.example'],
    ['ada+one@mail.example', 'ada@mail.example'],
    ['ada+one+two@mail.example', 'ada@mail.example'],
    ['ada+@mail.example', 'ada@mail.example'],
    ['+ada@mail.example', '+ada@mail.example'],
    ['+ada+one@mail.example', '+ada+one@mail.example'],
    ['a.d.a+one@mail.example', 'a.d.a@mail.example'],
    ['a.d.a+one@gmail.com', 'ada@gmail.com'],
    ['ad.a@googlemail.com', 'ada@gmail.com'],
    ['a.da@mail.gmail.com', 'a.da@mail.gmail.com'],
  ] as const)
    t.equal(mailboxOf(email), mailbox, email);
});

t.test('domains of all scripts are kept in ASCII, and mailboxes are in ASCII', async (t) => {
  for (const [email, normal] of [
    ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
    ['Info@MÜNCHEN.example ', 'info@xn--mnchen-3ya.example'],
    ['info@straßenfest.example', 'info@xn--straenfest-83a.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@例え．テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@münchen｡example', 'ada@xn--mnchen-3ya.example'],
    ['\u2068Ada＠mail.example\u2069\u200b', 'ada@mail.example'],
  ] as const) {
    t.strictSame(emailFaults('/emails/1', email), [], email);
    t.equal(normalEmail(email), normal);
    t.equal(normalEmail(normal), normal);
  }
  for (const email of ['zoë@mail.example', 'ゾエ@münchen.example'])
    t.strictSame(emailFaults('/emails/1', email), [
      { path: '/emails/1', message: 'must have ASCII alone before its @' },
    ]);
  for (const email of ['a@mün chen.example', 'a@mün/chen.example', 'a@ü', 'a@b@ü.example'])
    t.strictSame(emailFaults('/emails/1', email), [
      { path: '/emails/1', message: 'must be an e-mail address' },
    ]);
});

t.test('a text that is far too long takes no time', async (t) => {
  const length = 100_000;
  for (const text of [`a${' '.repeat(length)}@mail.example`, 'é'.repeat(length), `a@${'é'.repeat(length)}`]) {
    const start = performance.now();
    t.equal(emailFaults('/email', text).length, 1);
    t.ok(normalEmail(text).length >= length);
    t.ok(performance.now() - start < 500, JSON.stringify(text.slice(0, 4)));
  }
});
