import {
  type Attendance,
  type DayStyle,
  type EventDetail,
  type EventStatus,
  type EventSummary,
  type Language,
  localDateOf,
  locales,
  localTime,
  localTimes,
  type RsvpDeadline,
} from '@event-platform/domain';
import type { Texts } from '../texts/index.ts';
import { cutToBytes } from './excerpt.ts';
import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';
import { linkedText } from './linked-text.ts';

/** From when on a day needs its year, in milliseconds: some ten months. */
const yearMatters = 300 * 86_400_000;

/** How a reader who thinks of one time, now or that of an event, is told another. */
export const dayStyle = (at: Date, from: Date): DayStyle =>
  at.getTime() - from.getTime() > yearMatters ? 'long' : 'short';

/** What the facts are taken from. */
export interface FactsOf extends RsvpDeadline {
  readonly startAt: Date;
  readonly endAt: Date;
  readonly isAllDay: boolean;
  readonly timeZone: string;
  readonly status: EventStatus;
  readonly location: { readonly address: string };
  readonly attendance: Attendance;
  /** For guests who may know it. */
  readonly onlineUrl?: string | null;
  readonly organizer: { readonly name: string };
}

const fact = (icon: 'when' | 'where' | 'online' | 'organizer' | 'price', name: string, value: Html): Html =>
  html`<div class="${icon}"><dt>${name}</dt><dd>${value}</dd></div>`;

const onlineLink = ({ onlineUrl }: FactsOf, { facts }: Texts): Html =>
  onlineUrl
    ? html`<a href="${onlineUrl}" rel="noreferrer nofollow">${onlineUrl}</a>`
    : html`${facts.onlineLater}`;

/** When it is, in words, or when it was to be. */
export const whenText = (
  event: Pick<FactsOf, 'startAt' | 'endAt' | 'isAllDay' | 'timeZone' | 'status'>,
  language: Language,
  { facts }: Texts,
  style: 'long' | 'short' = 'long',
): string => {
  const times = localTimes(event, language, style);
  return event.status === 'postponed' ? facts.noDate(times) : times;
};

/** When, where and by whom; `more` stands after them. */
export const facts = (
  event: FactsOf,
  language: Language,
  texts: Texts,
  { map = html``, price = null }: { readonly map?: Html; readonly price?: Html | null } = {},
): Html => html`<dl class="facts">
${fact('when', texts.facts.when, html`<time datetime="${event.isAllDay ? localDateOf(event.startAt, event.timeZone) : event.startAt.toISOString()}">${whenText(event, language, texts)}</time>`)}
${event.location.address ? fact('where', texts.facts.where, html`<span dir="auto">${event.location.address}</span>${map}`) : ''}
${event.attendance === 'offline' ? '' : fact('online', texts.facts.online, onlineLink(event, texts))}
${event.rsvpUntil ? fact('when', texts.facts.answerUntil, html`<time datetime="${event.rsvpUntil.toISOString()}">${localTime(event.rsvpUntil, event.timeZone, language)}</time>`) : ''}
${event.organizer.name ? fact('organizer', texts.facts.organizer, html`<bdi>${event.organizer.name}</bdi>`) : ''}
${price === null ? '' : fact('price', texts.facts.price, price)}
</dl>`;

/** Where it is, in words: the address, or that it is online. */
export const placeText = (
  { location: { address }, attendance }: Pick<FactsOf, 'location' | 'attendance'>,
  { facts: texts }: Texts,
): string =>
  [address, attendance === 'offline' ? '' : texts.online].filter((part) => part !== '').join(' / ');

/** One for each language and currency that is shown: making one takes far longer than using it. */
const priceFormats = new Map<string, Intl.NumberFormat>();

const priceFormat = (language: Language, currency: string): Intl.NumberFormat => {
  const key = `${language} ${currency}`;
  const format =
    priceFormats.get(key) ?? new Intl.NumberFormat(locales[language], { style: 'currency', currency });
  priceFormats.set(key, format);
  return format;
};

/** A price in words: with its currency, or that there is none, or that it is not known. */
export const priceText = (
  { priceMinor, isPriceKnown }: Pick<EventSummary, 'priceMinor' | 'isPriceKnown'>,
  currency: string,
  language: Language,
  { facts: texts }: Texts,
): string => {
  if (!isPriceKnown) return texts.unknownPrice;
  return priceMinor === 0 ? texts.free : priceFormat(language, currency).format(priceMinor / 100);
};

/** A price, and how it is paid. */
export const priceFact = (
  event: Pick<EventSummary, 'priceMinor' | 'isPriceKnown'>,
  { currency, priceNote }: Pick<Site, 'currency' | 'priceNote'>,
  language: Language,
  texts: Texts,
): Html => {
  const note =
    event.priceMinor > 0 ? html` <span class="small quiet">${priceNote ?? texts.facts.paid}</span>` : '';
  return html`${priceText(event, currency, language, texts)}${note}`;
};

export const mapLink = ({ location: { lat, lng } }: Pick<EventSummary, 'location'>, texts: Texts): Html =>
  lat === null || lng === null
    ? html``
    : html`<br><a href="https://www.openstreetmap.org/?mlat=${lat}&amp;mlon=${lng}#map=16/${lat}/${lng}" rel="noreferrer nofollow">${texts.facts.map}</a>`;

/** The address of its organizer or of a feed: search engines are told not to count it as one of the site's own. */
const sourceLink = (url: string, { facts }: Texts): Html =>
  html`<p><a href="${url}" rel="nofollow ugc noopener noreferrer">${facts.moreAt((URL.parse(url)?.hostname ?? url).replace(/^www\./, ''))}</a></p>`;

/** What one may take of a page; longer ones are not shown. */
const sourceBytes = 800;

/** The address that a page shows; null for none. */
export const shownSource = ({ sourceUrl }: Pick<EventDetail, 'sourceUrl'>): string | null =>
  sourceUrl !== null && cutToBytes(sourceUrl, sourceBytes) === sourceUrl ? sourceUrl : null;

/**
 * What the event is about, and where there is more; null for nothing. @param text what is shown of the description
 * @param hasLinks whether addresses in it are links
 */
export const about = (
  text: string,
  event: Pick<EventDetail, 'sourceUrl'>,
  texts: Texts,
  hasLinks: boolean,
): Html | null => {
  const sourceUrl = shownSource(event);
  const heading = html`<h2>${texts.facts.about}</h2>
<p dir="auto">${hasLinks ? linkedText(text) : text}</p>`;
  const source = sourceUrl === null ? html`` : sourceLink(sourceUrl, texts);
  if (text) return html`${heading}${source}`;
  return sourceUrl === null ? null : source;
};
