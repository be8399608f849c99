import t from 'tap';
import { priceOf } from '../../../src/import/schema-org/price.ts';

const now = new Date('2027-01-01T00:00:00Z');
const price = (offers: unknown, more: object = {}) => priceOf({ offers, ...more }, 'EUR', now);

t.test('the lowest price is found however offers are nested', async (t) => {
  const [one, two] = ['25.00', '40.00'].map((amount) => ({ price: amount, priceCurrency: 'EUR' }));
  t.equal(price({ '@type': 'AggregateOffer', priceCurrency: 'EUR', offers: [two, one] }), 25);
  t.equal(price({ '@type': 'AggregateOffer', lowPrice: '12', highPrice: '90', priceCurrency: 'eur' }), 12);
  t.equal(price({ priceSpecification: { price: '25.00', priceCurrency: 'EUR' } }), 25);
  t.equal(price({ priceCurrency: 'EUR', priceSpecification: [{ price: 30 }, { minPrice: 20 }] }), 20);
  t.equal(price([{ offers: { offers: [one] } }, two]), 25);
});

t.test('offers without end are read no further', async (t) => {
  const depth = 100_000;
  const endless = JSON.parse(`${'{"offers":'.repeat(depth)}{"price":5}${'}'.repeat(depth)}`);
  t.equal(price(endless), null);
});

t.test('amounts as people write them', async (t) => {
  const amounts: Readonly<Record<string, number | null>> = {
    ...{ '12,50': 12.5, '€ 12.50': 12.5, '12.50 €': 12.5, '1.234,50': 1_234.5, "1'234.50 EUR": 1_234.5 },
    ...{ '12,- Euro': 12, 'ab 12,50 €': 12.5, '10 – 15 EUR': 10, '1 234,50': 1_234.5, '0': 0, '0,00': 0 },
    ...{ Free: 0, 'Eintritt frei': 0, GRATIS: 0, 'Entrée libre': 0, Gratuito: 0, 'Entrada franca': 0 },
    ...{ '': null, 'on request': null, '1,234': null, '12 USD': null, '£ 12': null },
    ...{ $12: null, '12 kr': null, 'ALL TICKETS: 10 EUR': 10, '10 USD (9 EUR)': null, '19.999': 20 },
    ...{
      'Free!': 0,
      'free entry': 0,
      'Entrada: gratuita': 0,
      'Ingresso libero': 0,
      Grátis: 0,
      'de graça': 0,
    },
    ...{ '1.250 €': 1_250, '€ 1,250': 1_250, '2.500.000': 2_500_000, '0.125 €': 0.13, '12 50': 12 },
    ...{ '.50': 0.5, 'ab ,50 €': 0.5, '-5': null, '€ -5': null },
    ...{ 'Free with registration': 0, 'kostenlos für alle': 0, 'Gratuit sur inscription': 0 },
    ...{ 'acceso libre hasta completar aforo': 0, 'nessun costo': 0, 'kein Eintritt': 0 },
    ...{ 'Free for members': null, 'free parking': null, 'No charge': 0, 'Der Eintritt ist frei.': 0 },
  };
  for (const [text, amount] of Object.entries(amounts)) t.equal(price({ price: text }), amount, text);
  t.equal(price('Kostenlos'), 0);
  t.equal(price({ price: { '@type': 'xsd:decimal', '@value': '25.00' } }), 25);
  t.equal(price({ price: 0.1 + 0.2 }), 0.3);
  for (const [text, expected] of [
    ['$12', 'CAD'],
    ['12 kr', 'NOK'],
    ['¥1200', 'CNY'],
  ] as const)
    t.ok(priceOf({ offers: { price: text } }, expected, now), `${text} may be ${expected}`);
  t.equal(priceOf({ offers: { price: '$12', priceCurrency: 'USD' } }, 'CAD', now), null);
  t.equal(price({ price: -1 }), null);
});

t.test('what cannot be bought counts only alone', async (t) => {
  const soldOut = { price: 5, availability: 'https://schema.org/SoldOut' };
  const over = { price: 8, validThrough: '2026-12-01' };
  t.equal(price([soldOut, over, { price: 12 }]), 12);
  t.equal(price([soldOut, over]), 5);
  t.equal(price([{ price: 8, availabilityEnds: '2027-01-01' }, { price: 12 }]), 8, 'the day is not over');
  t.equal(price([{ price: 8, validThrough: '2026-12-31T20:00' }, { price: 12 }]), 8, 'nor is it everywhere');
  t.equal(price([{ price: 8, validThrough: '2026-12-31T20:00+01:00' }, { price: 12 }]), 12);
  for (const availability of [
    'sold out',
    'SOLD_OUT',
    'https://schema.org/SoldOut/',
    { '@id': 'schema:SoldOut' },
  ])
    t.equal(price([{ price: 5, availability }, { price: 12 }]), 12, JSON.stringify(availability));
  t.equal(price({ availability: { '@id': 'http://schema.org/SoldOut' }, offers: [{ price: 3 }] }), 3);
});

t.test('no price is no price', async (t) => {
  for (const offers of [undefined, null, [], {}, { url: 'https://t.example/1' }, { price: null }])
    t.equal(price(offers), null);
  t.equal(price(undefined, { isAccessibleForFree: true }), 0);
  for (const isAccessibleForFree of ['https://schema.org/True', { '@id': 'schema:True' }, { '@value': true }])
    t.equal(price([], { isAccessibleForFree }), 0);
  t.equal(price(undefined, { isAccessibleForFree: false }), null);
  t.equal(price({ price: 5 }, { isAccessibleForFree: true }), 5);
  t.equal(price({ price: 5, priceCurrency: 'USD' }, { isAccessibleForFree: true }), null);
  t.equal(
    price([
      { price: 5, priceCurrency: 'USD' },
      { price: 0, priceCurrency: 'USD' },
    ]),
    0,
  );
});
