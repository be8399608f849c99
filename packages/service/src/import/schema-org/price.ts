import { isObject, type JsonObject, listOf, textOf } from '../values/json.ts';
import { type Money, moneyOf } from '../values/money.ts';

/** What a source asks for one seat. */
interface Offer extends Money {
  /** Neither sold out nor over. */
  readonly isOpen: boolean;
}

const closedStates = /(?:SoldOut|OutOfStock|Discontinued)$/i;
const ends = ['availabilityEnds', 'validThrough', 'priceValidUntil'] as const;

const isOver = (offer: JsonObject, now: Date): boolean =>
  ends.some((name) => {
    const text = textOf(offer[name]) ?? '';
    // Of a day its end, anywhere on earth.
    const end = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59-12:00` : text);
    return end < now.getTime();
  });

const isClosed = (offer: JsonObject, now: Date): boolean =>
  listOf(offer.availability).some((state) =>
    closedStates.test(textOf(isObject(state) ? state['@id'] : state) ?? ''),
  ) || isOver(offer, now);

/** The price that an offer or one of its specifications names itself. */
const ownPrice = (offer: JsonObject): Money | null => {
  const currency = textOf(offer.priceCurrency);
  for (const name of ['price', 'lowPrice', 'minPrice'] as const) {
    const money = moneyOf(listOf(offer[name])[0], currency);
    if (money) return money;
  }
  return null;
};

/** A feed of a stranger may nest them without end. */
const maxDepth = 8;

/** The offers of a value, nested up to eight deep; those within an offer are more exact than it is. */
const offersIn = (value: unknown, now: Date, isOpen = true, currency?: string, depth = 0): readonly Offer[] =>
  listOf(value).flatMap((item): readonly Offer[] => {
    if (!isObject(item)) {
      const money = moneyOf(item, currency);
      return money ? [{ ...money, isOpen }] : [];
    }
    const offer = { priceCurrency: currency, ...item };
    const isOfferOpen = isOpen && !isClosed(offer, now);
    const inner = ['offers', 'priceSpecification'] as const;
    const nested = (depth < maxDepth ? inner : []).flatMap((name) =>
      offersIn(item[name], now, isOfferOpen, textOf(offer.priceCurrency), depth + 1),
    );
    if (nested.length > 0) return nested;
    const price = ownPrice(offer);
    return price ? [{ ...price, isOpen: isOfferOpen }] : [];
  });

/**
 * The lowest price at which one can come, in the platform's currency; null where the source tells none in it. What is sold
 * out or over counts only where there is nothing else.
 */
export const priceOf = (line: JsonObject, currency: string, now: Date): number | null => {
  const offers = offersIn(line.offers, now);
  const own = offers.filter((offer) => offer.amount === 0 || (offer.currency ?? currency) === currency);
  const open = own.filter(({ isOpen }) => isOpen);
  const prices = (open.length > 0 ? open : own).map(({ amount }) => amount);
  if (prices.length > 0) return Math.min(...prices);
  const isFree = /(?:^|\/)true$/i.test(String(listOf(line.isAccessibleForFree)[0]));
  return isFree && offers.length === 0 ? 0 : null;
};
