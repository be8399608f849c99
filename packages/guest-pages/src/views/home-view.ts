import {
  type EventSummary,
  type Language,
  type ListedEvent,
  localTimes,
  type Paged,
} from '@event-platform/domain';
import { type Texts, textsOf } from '../texts/index.ts';
import { cover } from './cover.ts';
import { excerpt } from './excerpt.ts';
import { priceText } from './facts.ts';
import { type Html, html } from './html.ts';
import { page, type Site } from './layout.ts';

/** A place in degrees. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** What the home page lists. */
export interface HomeView {
  readonly found: Paged<ListedEvent>;
  /** The words that were searched; empty for none. */
  readonly words: string;
  readonly place: Place | null;
  /** The URL of the service. */
  readonly url: string;
  readonly scriptUrl: string;
  readonly now: Date;
}

/** Keep the page small, however long the texts of events are. */
const longest = { title: 120, address: 80, coverUrl: 600 } as const;

const addressOf = (site: Site, { words, place }: HomeView, number: number): string => {
  const query = new URLSearchParams({
    ...(words ? { q: words } : {}),
    ...(place ? { lat: String(place.lat), lng: String(place.lng) } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  }).toString();
  return `${site.basePath}/${query ? `?${query}` : ''}`;
};

/** From when on an event's day needs its year, in milliseconds: some ten months. */
const yearMatters = 300 * 86_400_000;

const card = (site: Site, language: Language, texts: Texts, event: EventSummary, now: Date): Html => {
  const isFar = event.startAt.getTime() - now.getTime() > yearMatters;
  const price =
    event.priceMinor > 0 ? html`<p>${priceText(event.priceMinor, site.currency, language, texts)}</p>` : '';
  const coverUrl = event.coverUrl && event.coverUrl.length <= longest.coverUrl ? event.coverUrl : null;
  return html`<li>
<a class="card" href="${site.basePath}/e/${event.id}">
${cover({ id: event.id, coverUrl }, event.category.emoji)}
<div class="body">
<p class="when">${localTimes(event, language, isFar ? 'long' : 'short')}</p>
<h2 dir="auto">${excerpt(event.title, longest.title)}</h2>
<p dir="auto">${excerpt(event.location.address, longest.address)}</p>
${price}</div>
</a>
</li>
`;
};

const searchForm = (site: Site, { words, place }: HomeView, texts: Texts): Html => {
  const { home } = texts;
  const where = place
    ? html`<input type="hidden" name="lat" value="${place.lat}"><input type="hidden" name="lng" value="${place.lng}">`
    : '';
  const other = place
    ? html`<a class="button second" href="${site.basePath}/">${home.everywhere}</a>`
    : html`<button class="second" type="button" id="near" data-unknown="${home.placeUnknown}" hidden>${home.near}</button>`;
  return html`<form class="search" role="search" method="get" action="${site.basePath}/">${where}
<div class="grow"><label for="q">${home.searchLabel}</label>
<input id="q" name="q" type="search" maxlength="200" placeholder="${home.searchHint}" value="${words}"></div>
<button>${home.search}</button>
${other}
</form>`;
};

const pager = (site: Site, view: HomeView, texts: Texts): Html => {
  const { page: number, limit, total } = view.found;
  const link = (to: number, text: string) =>
    html`<a class="button second" href="${addressOf(site, view, to)}">${text}</a>\n`;
  const last = Math.max(1, Math.ceil(total / limit));
  const hasMore = number < last;
  if (number === 1 && !hasMore) return html``;
  return html`<nav class="pager" aria-label="${texts.home.pages}">${number > 1 ? link(Math.min(number - 1, last), texts.home.previous) : ''}${hasMore ? link(number + 1, texts.home.next) : ''}</nav>`;
};

const nothing = (view: HomeView, { home }: Texts): Html => {
  if (view.found.total > 0) return html`<section class="panel"><p>${home.beyond}</p></section>`;
  return view.words || view.place
    ? html`<section class="panel"><h2>${home.none}</h2><p>${home.noneText}</p></section>`
    : html`<section class="panel"><p>${home.empty}</p></section>`;
};

/** What is on: the next public events, found by words or by place. */
export const homeView = (site: Site, language: Language, view: HomeView): string => {
  const texts = textsOf(language);
  const { home } = texts;
  const { found, words, place, url, scriptUrl, now } = view;
  const isPlain = words === '' && !place && found.page === 1;
  const heading = words ? home.found(words) : place ? home.nearTitle : home.title;
  return page(site, {
    language,
    title: isPlain ? site.brand.name : heading,
    isListed: isPlain,
    scriptUrl,
    head: html`<meta name="description" content="${home.description}">
<link rel="canonical" href="${url}/">
`,
    content: html`<h1 dir="auto">${heading}</h1>
${searchForm(site, view, texts)}
${
  found.items.length === 0
    ? nothing(view, texts)
    : html`<p class="quiet small">${home.count(found.total)}</p>
<ul class="cards">
${found.items.map(({ event }) => card(site, language, texts, event, now))}</ul>`
}
${pager(site, view, texts)}`,
  });
};
