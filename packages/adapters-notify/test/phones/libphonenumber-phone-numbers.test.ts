import { typedPhone } from '@event-platform/domain';
import fc from 'fast-check';
import t from 'tap';
import { libphonenumberPhoneNumbers } from '../../src/index.ts';

const { parse } = libphonenumberPhoneNumbers();

t.test('one number has one canonical form, however it is written', async (t) => {
  for (const text of [
    '+447400123456',
    '+4407400123456',
    '+44 (0)7400 123456',
    '+44 7400-123-456',
    '  +44.7400.123456\n',
  ]) {
    t.strictSame(parse(text), { e164: '+447400123456', country: 'GB', mayReceiveSms: true }, text);
  }
  t.equal(parse('+54 11 15 6123 4567')?.e164, '+5491161234567', 'the domestic mobile prefix of Argentina');
  t.equal(parse('+39 06 6981 2345')?.e164, '+390669812345', 'an Italian zero belongs to the number');
});

t.test('the canonical form of a number is read as itself', async (t) => {
  for (const text of ['+4407400123456', '+541115612345', '+78127012345', '+15550001111', '+870773111632']) {
    const number = parse(text);
    t.ok(number, text);
    t.strictSame(parse(number?.e164 ?? ''), number, text);
  }
  t.equal(parse('+4400915330352'), null, 'two trunk zeros would leave an alias');
});

t.test('numbers of no assigned range are read, for tests and ranges opened lately', async (t) => {
  t.strictSame(parse('+15550001111'), { e164: '+15550001111', country: null, mayReceiveSms: true });
});

t.test('what is no phone number in international form is refused', async (t) => {
  for (const text of [
    '',
    '+',
    '+1',
    '+44',
    '07911123456',
    '447911123456',
    '00447911123456',
    '++447911123456',
    '+447911',
    '+4479111234567',
    '+999123456789',
    '+1 800 FLOWERS',
    '+\u0661\u0665\u0665\u0665\u0660\u0660\u0660\u0661\u0661\u0661\u0661',
    '+\uff11\uff15\uff15\uff15\uff10\uff10\uff10\uff11\uff11\uff11\uff11',
    '\uff0b15550001111',
    '+15550001111;ext=5',
    '+15550001111 ext. 5',
    '+15550001111x5',
    '+15550001111#5',
    'tel:+15550001111',
    '+1555\n0001111',
    '+8112284243075879',
    `+1${'5'.repeat(5_000)}`,
  ]) {
    t.equal(parse(text), null, JSON.stringify(text.slice(0, 40)));
  }
});

t.test('an SMS is never sent to numbers that cost the service or are no phones', async (t) => {
  const numbers = {
    'premium rate': '+449098790123',
    'premium rate with a digit too many': '+4990012345678',
    'premium rate with two digits too many': '+49900123456789',
    'shared cost with a digit too many': '+398991234567',
    'a satellite network': '+870773111632',
    'a network of no country': '+882131234567',
    'international premium rate': '+979123456789',
    'shared cost': '+61131234',
    'toll free': '+18003569377',
    'international toll free': '+80012345678',
    pager: '+447640123456',
    'one number for a company': '+443031231234',
  };
  for (const [kind, text] of Object.entries(numbers)) t.equal(parse(text)?.mayReceiveSms, false, kind);
});

t.test('mobile phones, fixed lines and internet phones may receive one', async (t) => {
  t.strictSame(parse('+14155552671'), { e164: '+14155552671', country: 'US', mayReceiveSms: true });
  t.strictSame(parse('+442079460958'), { e164: '+442079460958', country: 'GB', mayReceiveSms: true });
});

t.test('a number in national form is read in the country that is named, and in no other way', async (t) => {
  const nationalNumbers = [
    ['07400 123456', 'GB', '+447400123456'],
    ['(0)170 1234567', 'DE', '+491701234567'],
    ['0170 1234567', 'DE', '+491701234567'],
    ['00 44 7400 123456', 'DE', '+447400123456'],
    ['06 6981 2345', 'IT', '+390669812345'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['8 912 345-67-89', 'RU', '+79123456789'],
    ['11 15 6123 4567', 'AR', '+5491161234567'],
    ['+44 7400 123456', 'DE', '+447400123456'],
  ] as const;
  for (const [text, country, e164] of nationalNumbers)
    t.equal(parse(text, country)?.e164, e164, `${text} in ${country}`);
  for (const [text, country] of [
    ['07400 123456', 'XX'],
    ['07400 123456', ''],
    ['07400 123456', 'constructor'],
    ['12', 'DE'],
    ['110', 'DE'],
    ['hello', 'DE'],
    ['0170 1234567 ext. 5', 'DE'],
  ] as const)
    t.equal(parse(text, country), null, `${text} in ${country}`);
});

t.test('countries are named with the codes that their numbers begin with', async (t) => {
  const countries = libphonenumberPhoneNumbers().countries();
  t.ok(countries.length > 200);
  t.ok(countries.some(({ code, callingCode }) => code === 'DE' && callingCode === '49'));
  t.ok(countries.every(({ code }) => /^[A-Z]{2}$/.test(code)));
});

t.test('a number is the same number, however its digits are set and spaced', async () => {
  const numbers = ['+447700900123', '+491701234567', '+14155552671', '+390669812345', '+33612345678'];
  const zeros = [0x30, 0x660, 0x966, 0xff10, 0x1d7ce];
  const between = [
    '',
    '',
    '',
    ' ',
    '\u00a0',
    '\u2009',
    '-',
    '\u2011',
    '\u2013',
    '/',
    '.',
    '\u200b',
    '\u2060',
    '\u00ad',
  ];
  const marks = ['', '\u200e', '\u202a', '\u2068', '\ufeff', ' '];
  fc.assert(
    fc.property(
      fc.constantFrom(...numbers),
      fc.constantFrom(...zeros),
      fc.array(fc.constantFrom(...between), { minLength: 14, maxLength: 14 }),
      fc.constantFrom(...marks),
      (number, zero, separators, mark) => {
        const digits = [...number.slice(1)].map((digit) => String.fromCodePoint(zero + Number(digit)));
        const typed = `${mark}+${digits.map((digit, index) => (index === 0 ? '' : separators[index]) + digit).join('')}${mark}`;
        return typedPhone(typed).length > 38 || parse(typedPhone(typed))?.e164 === number;
      },
    ),
    { numRuns: 500 },
  );
});
