import t from 'tap';
import {
  mayHoldUnstorableText,
  refuseUnstorableText,
  unstorableText,
} from '../../src/plugins/protocol/request-input.ts';

t.test('text that no database keeps', async (t) => {
  t.equal(unstorableText('/a', 'fine \ud83c\udfb5'), null);
  t.strictSame(unstorableText('/a', 'a\u0000'), { path: '/a', message: 'must not contain NUL characters' });
  t.strictSame(unstorableText('/a', '\ud83c'), { path: '/a', message: 'must be well-formed Unicode' });
  for (const json of ['"\\u0000"', '"\\uD83C"', '"\\udfb5"', '"\\ud800"', '"\\uDfff"'])
    t.ok(mayHoldUnstorableText(json), json);
  for (const json of ['"\\u0001"', '"\\ud7ff"', '"\\ue000"', '"0000"'])
    t.notOk(mayHoldUnstorableText(json), json);
  const errors = [{ path: '/a/1/b~1~0', message: 'must not contain NUL characters' }];
  const refusal = { name: 'DomainError', problem: { code: 'invalid_request', errors } };
  t.throws(() => refuseUnstorableText({ a: [null, { 'b/~': '\u0000' }] }), refusal);
  refuseUnstorableText({ a: [null, 1, 'fine', { b: true }] });
});
