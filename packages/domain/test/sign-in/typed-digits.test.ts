import fc from 'fast-check';
import t from 'tap';
import { isCode, typedCode, typedPhone } from '../../src/sign-in/typed-digits.ts';

t.test('numbers are what people mean, however they paste them', async (t) => {
  const pasted = [
    '+44\u00a07700\u00a0900123',
    '\u202a+447700900123\u202c',
    '\u2068+44 7700 900123\u2069',
    '+44 7700\u2011900123',
    '+44 7700 900123\u200b',
    '\u200e+447700900123',
    '+44 7700/900123',
    '\uff0b\uff14\uff14\u30007700\u2013900123',
    '+٤٤ ٧٧٠٠ ٩٠٠١٢٣',
    '+४४ ७७०० ९००१२३',
    '+𝟒𝟒𝟕𝟕𝟎𝟎𝟗𝟎𝟎𝟏𝟐𝟑',
    '+44\u00ad7700\u2060900123',
    '\u2795447700\u2800900123',
    '+44ー7700ー900123',
    '+44•7700•900123',
    '+4\ufe0f\u20e34\u20e37700900123',
    'tel:+44-7700-900123',
    '\ufffc+447700900123',
    '(+44) 7700 900123',
    '+ 44 7700 900123',
    '+(44) 7700 900123',
    '+44～7700・900‧123',
  ];
  for (const text of pasted)
    t.equal(typedPhone(text).replace(/[ -]/g, ''), '+447700900123', JSON.stringify(text));
  t.equal(typedPhone('+44 (0)7700.900123'), '+44 (0)7700.900123');
  for (const text of ['+44 [0]7700.900123', '+44 （0）7700.900123', '+44 ❨0❩7700.900123'])
    t.equal(typedPhone(text), '+44 (0)7700.900123', text);
  t.equal(typedPhone('call me'), 'call me');
});

t.test('codes have digits of any script, with spaces and dashes', async (t) => {
  for (const text of ['1234', '12 34', '1-2-3-4', '١٢٣٤', '１２３４', '1\u20092\u20093\u20094', '\u200e1234'])
    t.strictSame([typedCode(text), isCode(text)], ['1234', true], JSON.stringify(text));
  for (const text of ['', '123', '12345', '12a4', '½234']) t.equal(isCode(text), false, text);
});

t.test('digits of every script have their values', async (t) => {
  const zeros = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => /\p{Nd}/u.test(String.fromCodePoint(code)) && typedCode(String.fromCodePoint(code)) === '0',
  );
  t.ok(zeros.length > 60, `${zeros.length} scripts`);
  for (const zero of zeros)
    t.equal(
      typedCode(Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value)).join('')),
      '0123456789',
    );
});

t.test('what was read is read as itself', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => typedPhone(typedPhone(text)) === typedPhone(text)),
  );
});

t.test('what is far too long for a number takes no time', async (t) => {
  const start = performance.now();
  for (const text of ['+44\u0301\u0323', '\ufdfa', '(']) {
    const long = text + text.slice(-2).repeat(50_000);
    t.equal(typedPhone(long), long);
    t.notOk(isCode(long));
  }
  t.ok(performance.now() - start < 500);
});
