import type { Category, Language } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';
import type { Site } from '../layout.ts';
import { dayText } from './day-text.ts';

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
  /** The code of a country whose middle pages know; null for none. */
  readonly region: string | null;
  readonly when: Span | null;
  /** `2026-06-13`. */
  readonly day: string | null;
  readonly isFree: boolean;
  readonly isOnline: boolean;
  readonly category: string | null;
  readonly tag: string | null;
  /** Whether the visitor asked for all places. */
  readonly isEverywhere: boolean;
}

/** The parameters that say so, without a guessed place. */
const queryOf = (filter: HomeFilter): Readonly<Record<string, string>> => {
  const { words, place, region, when, day, isFree, isOnline, category, tag, isEverywhere } = filter;
  return {
    ...(words ? { q: words } : {}),
    ...(place ? { lat: String(place.lat), lng: String(place.lng) } : {}),
    ...(region ? { region } : {}),
    ...(when ? { when } : {}),
    ...(day ? { day } : {}),
    ...(isFree ? { free: '1' } : {}),
    ...(isOnline ? { online: '1' } : {}),
    ...(category ? { category } : {}),
    ...(tag ? { tag } : {}),
    ...(isEverywhere ? { everywhere: '1' } : {}),
  };
};

/** The address of a list. */
export const homeAddress = ({ basePath }: Pick<Site, 'basePath'>, filter: HomeFilter, number = 1): string => {
  const query = new URLSearchParams({
    ...queryOf(filter),
    ...(number > 1 ? { page: String(number) } : {}),
  }).toString();
  return `${basePath}/${query ? `?${query}` : ''}`;
};

/** What a form that changes some of a filter sends of the rest. */
export const keptFields = (filter: HomeFilter): readonly Html[] =>
  Object.entries(queryOf(filter)).map(([name, value]) => hiddenField(name, value));

/** Whether it narrows the list to anything but a region. */
export const isNarrowed = ({
  words,
  place,
  when,
  day,
  isFree,
  isOnline,
  category,
  tag,
}: HomeFilter): boolean => [words, place, when, day, isFree, isOnline, category, tag].some(Boolean);

/** Links to today, tomorrow, the weekend, what is free or online, the day and tag that are chosen, and each category; pressing one that is chosen takes it back. */
export const homeFilters = (
  site: Site,
  language: Language,
  filter: HomeFilter,
  categories: readonly Category[],
  { home, categories: names }: Texts,
): Html => {
  const link = (label: string, change: Partial<HomeFilter>, isChosen: boolean) =>
    html`<li><a href="${homeAddress(site, { ...filter, ...change })}"${isChosen ? html` aria-current="true"` : ''}>${label}</a></li>\n`;
  const span = (when: Span) =>
    link(home[when], { when: filter.when === when ? null : when, day: null }, filter.when === when);
  const { day, isFree, isOnline, tag } = filter;
  return html`<nav aria-label="${home.filters}"><ul class="chips">
${spans.map(span)}${day ? link(dayText(day, language), { day: null }, true) : ''}${link(home.free, { isFree: !isFree }, isFree)}${link(home.online, { isOnline: !isOnline }, isOnline)}${tag ? link(`#${tag}`, { tag: null }, true) : ''}${categories.map(
  ({ slug, name, emoji }) =>
    link(
      `${emoji} ${names[name] ?? name}`,
      { category: filter.category === slug ? null : slug },
      filter.category === slug,
    ),
)}</ul></nav>
`;
};
