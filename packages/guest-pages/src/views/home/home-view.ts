import {
  type Category,
  type Language,
  type ListedEvent,
  localTimes,
  type Paged,
} from '@event-platform/domain';
import { type Texts, textsOf } from '../../texts/index.ts';
import { cover } from '../cover.ts';
import { seatedCount } from '../event/event-counts.ts';
import { excerpt } from '../excerpt.ts';
import { dayStyle, placeText, priceText } from '../facts.ts';
import { type Html, html } from '../html.ts';
import { page, type Site } from '../layout.ts';
import { searchForm } from '../search-form.ts';
import { type HomeFilter, homeAddress, homeFilters, isNarrowed, keptFields } from './home-filter.ts';
import { type Where, whereForm, whereText } from './home-where.ts';

/** What the home page lists. */
export interface HomeView {
  readonly list: Paged<ListedEvent>;
  readonly filter: HomeFilter;
  readonly where: Where;
  /** Whether a place was guessed that has none of them. */
  readonly isElsewhere: boolean;
  readonly categories: readonly Category[];
  /** The codes of countries to choose from. */
  readonly regions: readonly string[];
  readonly url: string;
  readonly scriptUrl: string;
  readonly now: Date;
}

/** Keep the page small, however long the texts of events are. */
const longest = { title: 120, address: 80, coverUrl: 600 } as const;

/** What it costs, and how many go there or that there is no room. */
const cardFacts = (shown: ListedEvent, site: Site, language: Language, texts: Texts): string => {
  const { facts } = texts;
  const { event, bookedCount } = shown;
  const goingCount = seatedCount(shown);
  const price = priceText(event, site.currency, language, texts);
  const isFull = event.capacity !== null && bookedCount >= event.capacity;
  const guests = goingCount > 0 ? facts.go(goingCount) : '';
  return [event.isPriceKnown ? price : `${facts.price}: ${price}`, isFull ? facts.full : guests]
    .filter((part) => part !== '')
    .join(' · ');
};

interface CardOptions {
  readonly now: Date;
  /** Whether the page begins with it. */
  readonly isFirst: boolean;
}

const card = (
  site: Site,
  language: Language,
  texts: Texts,
  shown: ListedEvent,
  { now, isFirst }: CardOptions,
): Html => {
  const { event, laterDates = 0 } = shown;
  const title = excerpt(event.title, longest.title);
  const coverUrl = event.coverUrl && event.coverUrl.length <= longest.coverUrl ? event.coverUrl : null;
  const more = laterDates > 0 ? html` <span class="quiet">${texts.home.laterDates(laterDates)}</span>` : '';
  return html`<li>
<a class="card" href="${site.basePath}/e/${event.id}">
${cover(site, { id: event.id, title, coverUrl, category: event.category.slug, emoji: event.category.emoji }, { kind: 'card', isFirst })}
<div class="body">
<p class="when">${localTimes(event, language, dayStyle(event.startAt, now))}${more}</p>
<h2 dir="auto">${title}</h2>
<p dir="auto">${excerpt(placeText(event, texts), longest.address)}</p>
<p>${cardFacts(shown, site, language, texts)}</p></div>
</a>
</li>
`;
};

const search = (site: Site, { filter }: HomeView, texts: Texts): Html => {
  const { home } = texts;
  const { words, place } = filter;
  return searchForm(site, texts, {
    words,
    fields: html`${keptFields({ ...filter, words: '' })}`,
    more: html`${place ? '' : html`<button class="second" type="button" id="near" data-unknown="${home.placeUnknown}" hidden>${home.near}</button>`}
`,
  });
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

const nothing = (site: Site, { list, filter, where }: HomeView, { home }: Texts): Html => {
  if (list.total > 0) return html`<section class="panel"><p>${home.beyond}</p></section>`;
  if (!isNarrowed(filter) && where.kind === 'everywhere')
    return html`<section class="panel"><p>${home.empty}</p></section>`;
  return html`<section class="panel"><h2>${home.none}</h2><p>${home.noneText}</p>
<p class="actions"><a class="button second" href="${site.basePath}/?everywhere=1">${home.all}</a></p></section>`;
};

/** What is on: the next public events, found by words or by place. */
export const homeView = (site: Site, language: Language, view: HomeView): string => {
  const texts = textsOf(language);
  const { home } = texts;
  const { list, filter, where, url, scriptUrl, now } = view;
  const { words, place } = filter;
  const isPlain = !isNarrowed(filter) && filter.region === null && list.page === 1;
  const heading = words ? home.found(words) : place ? home.nearTitle : home.title;
  const count = view.isElsewhere ? home.countElsewhere(list.total) : home.count(list.total);
  const change = {
    ...{ filter, where, regions: view.regions, today: now.toISOString().slice(0, 10) },
    text: `${count} · ${whereText(where, language, texts)}`,
  };
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
${isPlain && site.hasOrganiserPages ? html`<p class="small"><a href="${site.basePath}/organise/new">${home.host}</a></p>\n` : ''}${search(site, view, texts)}
${homeFilters(site, language, filter, view.categories, texts)}${whereForm(site, language, change, texts)}${
  list.items.length === 0
    ? nothing(site, view, texts)
    : html`<ul class="cards">
${list.items.map((shown, index) => card(site, language, texts, shown, { now, isFirst: index === 0 }))}</ul>`
}
${pager(site, view, texts)}`,
  });
};
