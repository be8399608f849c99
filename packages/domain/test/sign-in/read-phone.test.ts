import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';

t.test(
  'what a person typed is read in the country beside it, or what is wrong with it is named',
  async (t) => {
    const { domain } = createMemoryWorld({ settings: { smsCountries: [] } });
    const read = (text: string, country = 'GB') => domain.readPhone({ text, country });
    for (const text of [
      '07700 900123',
      '٠٧٧٠٠ ٩٠٠١٢٣',
      '\u202a07700\u00a0900\u2011123\u202c',
      '+44 7700/900123',
    ])
      t.strictSame(read(text), { e164: '+447700900123' }, text);
    t.strictSame(
      read('+49 171 1234567'),
      { e164: '+491711234567' },
      'an international form names its country',
    );
    t.strictSame(read('0171 1234567', 'DE'), { e164: '+491711234567' });
    for (const country of ['', 'XX', '__proto__'])
      t.strictSame(read('0171 1234567', country), { fault: 'no_number' }, country);
    t.strictSame(read('hello'), { fault: 'no_number' });
    t.strictSame(read('+1900 555 1234'), { fault: 'no_sms' });
  },
);

t.test('a number of a country that no SMS goes to is said to be one', async (t) => {
  const until = new Date('2100-01-01T00:00:00.000Z');
  const { domain } = createMemoryWorld({
    settings: { smsCountries: ['DE'], testPhones: { codes: { '+15550001111': '4321' }, until } },
  });
  t.strictSame(domain.listPhoneCountries(), [{ code: 'DE', callingCode: '49' }]);
  // The numbers in memory are of no country.
  t.strictSame(domain.readPhone({ text: '+447700900123', country: 'DE' }), { fault: 'country_not_served' });
  t.strictSame(domain.readPhone({ text: '+1 555 000-1111', country: 'DE' }), { e164: '+15550001111' });
  const all = createMemoryWorld().domain.listPhoneCountries();
  t.strictSame(
    all.map(({ code }) => code),
    ['DE', 'GB', 'US'],
  );
});
