import t from 'tap';
import { formTokens, newOnce } from '../../src/forms/form-token.ts';

const hour = 3_600_000;
const at = (instant: number) => ({ now: () => new Date(instant) });
const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

t.test('a token is good for its page, in its hour and the next one', async (t) => {
  const start = 1_000 * hour;
  const token = formTokens([first], at(start)).issue('/e/1', null);
  const isValid = (instant: number, path = '/e/1', candidate = token) =>
    formTokens([first], at(instant)).isValid(path, candidate, null);
  for (const [instant, expected] of [
    [start - 1, false],
    [start, true],
    [start + hour, true],
    [start + 2 * hour - 1, true],
    [start + 2 * hour, false],
  ] as const)
    t.equal(isValid(instant), expected, String(instant - start));
  t.equal(isValid(start, '/e/2'), false);
  for (const wrong of ['', 'x', `${token}A`, token.slice(1), `A${token.slice(1)}`, '%', token.repeat(2)])
    t.equal(isValid(start, '/e/1', wrong), wrong === token, wrong);
});

t.test('secrets rotate: the first issues, all verify', async (t) => {
  const clock = at(5 * hour);
  const token = formTokens([first], clock).issue('/i/x', null);
  t.ok(formTokens([second, first], clock).isValid('/i/x', token, null));
  t.notOk(formTokens([second], clock).isValid('/i/x', token, null));
  t.ok(
    formTokens([second], clock).isValid('/i/x', formTokens([second, first], clock).issue('/i/x', null), null),
  );
  t.throws(() => formTokens([], clock), RangeError);
  t.throws(() => formTokens([Buffer.alloc(31)], clock), RangeError);
});

t.test('a token is good for the session that it was served to', async (t) => {
  const tokens = formTokens([first], at(0));
  const sessions = [null, '', 'a', 'b'];
  for (const session of sessions) {
    const token = tokens.issue('/e/1', session);
    for (const other of sessions)
      t.equal(tokens.isValid('/e/1', token, other), other === session, `${session} ${other}`);
  }
});

t.test('receipt keys tell forms apart and tell nothing of them', async (t) => {
  const tokens = formTokens([first], at(0));
  const key = tokens.receiptKey(['/i/x', '+491711234567', '1234']);
  t.equal(key, tokens.receiptKey(['/i/x', '+491711234567', '1234']));
  t.not(key, tokens.receiptKey(['/i/x', '+491711234567', '1235']));
  t.not(tokens.receiptKey(['a', 'b']), tokens.receiptKey(['a,b']), 'parts are apart');
  t.not(key, formTokens([second], at(0)).receiptKey(['/i/x', '+491711234567', '1234']));
  t.not(newOnce(), newOnce());
});
