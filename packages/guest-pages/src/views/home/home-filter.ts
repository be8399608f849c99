import type { Category } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';
import type { Site } from '../layout.ts';

/** A place in degrees. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
}

export const spans = ['today', 'tomorrow', 'weekend'] as const;
export type Span = (typeof spans)[number];

/** What a visitor narrowed the list to. */
export interface HomeFilter {
  /** The words that were searched; empty for none. */
  readonly words: string;
  readonly place: Place | null;
  readonly when: Span | null;
  readonly isOnline: boolean;
  readonly category: string | null;
  readonly tag: string | null;
  /** Whether the visitor asked for all places. */
  readonly isEverywhere: boolean;
}

/** The address of a list, without a guessed place. */
export const homeAddress = ({ basePath }: Pick<Site, 'basePath'>, filter: HomeFilter, number = 1): string => {
  const { words, place, when, isOnline, category, tag, isEverywhere } = filter;
  const query = new URLSearchParams({
    ...(words ? { q: words } : {}),
    ...(place ? { lat: String(place.lat), lng: String(place.lng) } : {}),
    ...(when ? { when } : {}),
    ...(isOnline ? { online: '1' } : {}),
    ...(category ? { category } : {}),
    ...(tag ? { tag } : {}),
    ...(isEverywhere ? { everywhere: '1' } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  }).toString();
  return `${basePath}/${query ? `?${query}` : ''}`;
};

/** Links to today, tomorrow, the weekend, what is online, the tag that is chosen and each category; pressing one that is chosen takes it back. */
export const homeFilters = (
  site: Site,
  filter: HomeFilter,
  categories: readonly Category[],
  { home, categories: names }: Texts,
): Html => {
  const link = (label: string, change: Partial<HomeFilter>, isChosen: boolean) =>
    html`<li><a href="${homeAddress(site, { ...filter, ...change })}"${isChosen ? html` aria-current="true"` : ''}>${label}</a></li>\n`;
  const span = (when: Span) =>
    link(home[when], { when: filter.when === when ? null : when }, filter.when === when);
  return html`<nav aria-label="${home.filters}"><ul class="chips">
${spans.map(span)}${link(home.online, { isOnline: !filter.isOnline }, filter.isOnline)}${filter.tag ? link(`#${filter.tag}`, { tag: null }, true) : ''}${categories.map(
  ({ slug, name, emoji }) =>
    link(
      `${emoji} ${names[name] ?? name}`,
      { category: filter.category === slug ? null : slug },
      filter.category === slug,
    ),
)}</ul></nav>
`;
};
