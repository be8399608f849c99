import type { FieldFault } from '@event-platform/domain';
import { isObject, type JsonObject, listOf, numberOf, textOf } from './json.ts';

/** The price of the cheapest offer; 0 for an event without offers. A currency other than the platform's is a fault. */
export const priceOf = (line: JsonObject, currency: string): number | readonly FieldFault[] => {
  if (line.isAccessibleForFree === true) return 0;
  const offers = listOf(line.offers).filter(isObject);
  const prices: number[] = [];
  for (const offer of offers) {
    const price = numberOf(offer.price) ?? numberOf(offer.lowPrice);
    if (price === undefined) {
      if (offer.price === undefined && offer.lowPrice === undefined) continue;
      return [{ path: '/offers/price', message: 'must be a number' }];
    }
    const offered = textOf(offer.priceCurrency) ?? currency;
    if (price !== 0 && offered !== currency)
      return [{ path: '/offers/priceCurrency', message: `must be ${currency}, the platform's currency` }];
    prices.push(price);
  }
  return prices.length === 0 ? 0 : Math.min(...prices);
};
