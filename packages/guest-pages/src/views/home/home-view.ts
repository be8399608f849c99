import {
  type Category,
  type EventSummary,
  type Language,
  type ListedEvent,
  localTimes,
  type Paged,
} from '@event-platform/domain';
import { type Texts, textsOf } from '../../texts/index.ts';
import { cover } from '../cover.ts';
import { excerpt } from '../excerpt.ts';
import { placeText, priceText } from '../facts.ts';
import { type Html, html } from '../html.ts';
import { page, type Site } from '../layout.ts';
import { type HomeFilter, homeAddress, homeFilters } from './home-filter.ts';

/** What the home page lists. */
export interface HomeView {
  readonly list: Paged<ListedEvent>;
  readonly filter: HomeFilter;
  /** Whether the list is of a place that was guessed. */
  readonly isNear: boolean;
  /** Whether a place was guessed that has none of them. */
  readonly isElsewhere: boolean;
  readonly categories: readonly Category[];
  readonly url: string;
  readonly scriptUrl: string;
  readonly now: Date;
}

/** Keep the page small, however long the texts of events are. */
const longest = { title: 120, address: 80, coverUrl: 600 } as const;

/** From when on an event's day needs its year, in milliseconds: some ten months. */
const yearMatters = 300 * 86_400_000;

/** What is free says nothing. */
const cardPrice = (
  { priceMinor, isPriceKnown }: EventSummary,
  text: string,
  { facts: texts }: Texts,
): Html | '' => {
  if (!isPriceKnown) return html`<p>${texts.price}: ${text}</p>`;
  return priceMinor > 0 ? html`<p>${text}</p>` : '';
};

const card = (site: Site, language: Language, texts: Texts, event: EventSummary, now: Date): Html => {
  const isFar = event.startAt.getTime() - now.getTime() > yearMatters;
  const price = priceText(event, site.currency, language, texts);
  const coverUrl = event.coverUrl && event.coverUrl.length <= longest.coverUrl ? event.coverUrl : null;
  return html`<li>
<a class="card" href="${site.basePath}/e/${event.id}">
${cover(site, { id: event.id, coverUrl, category: event.category.slug, emoji: event.category.emoji })}
<div class="body">
<p class="when">${localTimes(event, language, isFar ? 'long' : 'short')}</p>
<h2 dir="auto">${excerpt(event.title, longest.title)}</h2>
<p dir="auto">${excerpt(placeText(event, texts), longest.address)}</p>
${cardPrice(event, price, texts)}</div>
</a>
</li>
`;
};

const searchForm = (site: Site, { filter: { words, place }, isNear }: HomeView, texts: Texts): Html => {
  const { home } = texts;
  const where = place
    ? html`<input type="hidden" name="lat" value="${place.lat}"><input type="hidden" name="lng" value="${place.lng}">`
    : '';
  const everywhere = html`<a class="button second" href="${site.basePath}/?everywhere=1">${home.everywhere}</a>`;
  const other = place
    ? everywhere
    : html`${isNear ? everywhere : ''}<button class="second" type="button" id="near" data-unknown="${home.placeUnknown}" hidden>${home.near}</button>`;
  return html`<form class="search" role="search" method="get" action="${site.basePath}/">${where}
<div class="grow"><label for="q">${home.searchLabel}</label>
<input id="q" name="q" type="search" maxlength="200" placeholder="${home.searchHint}" value="${words}"></div>
<button>${home.search}</button>
${other}
</form>`;
};

const pager = (site: Site, view: HomeView, texts: Texts): Html => {
  const { page: number, limit, total } = view.list;
  const link = (to: number, text: string) =>
    html`<a class="button second" href="${homeAddress(site, view.filter, to)}">${text}</a>\n`;
  const last = Math.max(1, Math.ceil(total / limit));
  const hasMore = number < last;
  if (number === 1 && !hasMore) return html``;
  return html`<nav class="pager" aria-label="${texts.home.pages}">${number > 1 ? link(Math.min(number - 1, last), texts.home.previous) : ''}${hasMore ? link(number + 1, texts.home.next) : ''}</nav>`;
};

const nothing = (view: HomeView, { home }: Texts): Html => {
  if (view.list.total > 0) return html`<section class="panel"><p>${home.beyond}</p></section>`;
  const { words, place, when, isOnline, category, tag } = view.filter;
  return words || place || when || isOnline || category || tag
    ? html`<section class="panel"><h2>${home.none}</h2><p>${home.noneText}</p></section>`
    : html`<section class="panel"><p>${home.empty}</p></section>`;
};

const countOf = ({ isNear, isElsewhere }: HomeView, { home }: Texts) => {
  if (isNear) return home.countNear;
  return isElsewhere ? home.countElsewhere : home.count;
};

/** What is on: the next public events, found by words or by place. */
export const homeView = (site: Site, language: Language, view: HomeView): string => {
  const texts = textsOf(language);
  const { home } = texts;
  const { list, filter, url, scriptUrl, now } = view;
  const { words, place, when, isOnline, category, tag } = filter;
  const isPlain = words === '' && !place && !when && !isOnline && !category && !tag && list.page === 1;
  const heading = words ? home.found(words) : place ? home.nearTitle : home.title;
  return page(site, {
    language,
    title: isPlain ? site.brand.name : heading,
    isListed: isPlain,
    path: homeAddress(site, filter, list.page),
    scriptUrl,
    head: html`<meta name="description" content="${home.description}">
<link rel="canonical" href="${url}/">
`,
    content: html`<h1 dir="auto">${heading}</h1>
${searchForm(site, view, texts)}
${homeFilters(site, filter, view.categories, texts)}${
  list.items.length === 0
    ? nothing(view, texts)
    : html`<p class="quiet small">${countOf(view, texts)(list.total)}</p>
<ul class="cards">
${list.items.map(({ event }) => card(site, language, texts, event, now))}</ul>`
}
${pager(site, view, texts)}`,
  });
};
