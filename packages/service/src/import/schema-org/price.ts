import type { FieldFault } from '@event-platform/domain';
import { isObject, type JsonObject, listOf, numberOf, textOf } from '../json.ts';

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * The price of the cheapest offer in the platform's currency; 0 for an event without prices. Prices in other currencies
 * alone are a fault: as 0 they would read "free".
 */
export const priceOf = (line: JsonObject, currency: string): number | readonly FieldFault[] => {
  if (line.isAccessibleForFree === true) return 0;
  const prices: number[] = [];
  let isForeign = false;
  for (const offer of listOf(line.offers).filter(isObject)) {
    const price = numberOf(offer.price) ?? numberOf(offer.lowPrice);
    if (price === undefined) {
      if (isBlank(offer.price) && isBlank(offer.lowPrice)) continue;
      return [{ path: '/offers/price', message: 'must be a number' }];
    }
    if (price !== 0 && (textOf(offer.priceCurrency) ?? currency) !== currency) isForeign = true;
    else prices.push(price);
  }
  if (isForeign && prices.length === 0)
    return [{ path: '/offers/priceCurrency', message: `must be ${currency}, the platform's currency` }];
  return prices.length === 0 ? 0 : Math.min(...prices);
};

/** Whether the source says anything about the price. */
export const hasPrice = ({ offers, isAccessibleForFree }: JsonObject): boolean =>
  listOf(offers).length > 0 || typeof isAccessibleForFree === 'boolean';
