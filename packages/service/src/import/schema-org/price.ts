import { readTime } from '../values/instants.ts';
import { addressOf, isObject, type JsonObject, listOf, textOf } from '../values/json.ts';
import { type Money, moneyOf } from '../values/money.ts';

/** What a source asks for one seat. */
interface Offer extends Money {
  /** Neither sold out nor over. */
  readonly isOpen: boolean;
}

const closedStates = /(?:SoldOut|OutOfStock|Discontinued)$/i;
/** `Sold out`, `SOLD_OUT` and the end of an address are written in any way. */
const besideLetters = /[\s_-]|\/$/g;
const ends = ['availabilityEnds', 'validThrough', 'priceValidUntil'] as const;

/** Where days end last. */
const lastZone = 'Etc/GMT+12';

const isOver = (offer: JsonObject, now: Date): boolean =>
  ends.some((name) => {
    const end = readTime(textOf(offer[name]) ?? '')?.end(lastZone);
    return end !== undefined && end < now;
  });

const isClosed = (offer: JsonObject, now: Date): boolean =>
  listOf(offer.availability).some((state) =>
    closedStates.test((addressOf(state) ?? '').trim().replaceAll(besideLetters, '')),
  ) || isOver(offer, now);

/** What offers are judged by: the time, and the platform's currency. */
interface Judging {
  readonly now: Date;
  readonly currency: string;
}

/** The price that an offer or one of its specifications names itself. */
const ownPrice = (offer: JsonObject, { currency }: Judging): Money | null => {
  const named = textOf(offer.priceCurrency);
  for (const name of ['price', 'lowPrice', 'minPrice'] as const) {
    const money = moneyOf(listOf(offer[name])[0], currency, named);
    if (money) return money;
  }
  return null;
};

/** A feed of a stranger may nest them without end. */
const maxDepth = 8;

/** The offers of a value, nested up to eight deep; those within an offer are more exact than it is. */
const offersIn = (
  value: unknown,
  judging: Judging,
  isOpen = true,
  named?: string,
  depth = 0,
): readonly Offer[] =>
  listOf(value).flatMap((item): readonly Offer[] => {
    if (!isObject(item)) {
      const money = moneyOf(item, judging.currency, named);
      return money ? [{ ...money, isOpen }] : [];
    }
    const offer = { priceCurrency: named, ...item };
    const isOfferOpen = isOpen && !isClosed(offer, judging.now);
    const inner = ['offers', 'priceSpecification'] as const;
    const nested = (depth < maxDepth ? inner : []).flatMap((name) =>
      offersIn(item[name], judging, isOfferOpen, textOf(offer.priceCurrency), depth + 1),
    );
    if (nested.length > 0) return nested;
    const price = ownPrice(offer, judging);
    return price ? [{ ...price, isOpen: isOfferOpen }] : [];
  });

/**
 * The lowest price at which one can come, in the platform's currency; null where the source tells none in it. What is sold
 * out or over counts only where there is nothing else.
 */
export const priceOf = (line: JsonObject, currency: string, now: Date): number | null => {
  const offers = offersIn(line.offers, { now, currency });
  const own = offers.filter((offer) => offer.amount === 0 || (offer.currency ?? currency) === currency);
  const open = own.filter(({ isOpen }) => isOpen);
  const prices = (open.length > 0 ? open : own).map(({ amount }) => amount);
  if (prices.length > 0) return Math.min(...prices);
  const [free] = listOf(line.isAccessibleForFree);
  const isFree = /(?:^|[/:])true$/i.test(String(isObject(free) ? (free['@id'] ?? free['@value']) : free));
  return isFree && offers.length === 0 ? 0 : null;
};
