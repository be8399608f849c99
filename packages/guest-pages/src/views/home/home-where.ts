import type { Language } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';
import type { Site } from '../layout.ts';
import { type HomeFilter, homeAddress, keptFields } from './home-filter.ts';

/** Where a list looks: around the visitor, in a country, around a place of the operator's, everywhere. */
export type Where =
  | { readonly kind: 'near' | 'everywhere' }
  | { readonly kind: 'country'; readonly code: string }
  | { readonly kind: 'around'; readonly name: string };

export const regionName = (code: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;

export const whereText = (where: Where, language: Language, { home }: Texts): string => {
  if (where.kind === 'country') return regionName(where.code, language);
  if (where.kind === 'around') return where.name ? home.around(where.name) : home.yourRegion;
  return where.kind === 'near' ? home.nearYou : home.everywhere;
};

const regionOptions = new Map<Language, readonly (readonly [code: string, name: string])[]>();

/** By their names; they are the same for all visitors. */
const regionsIn = (language: Language, codes: readonly string[]) => {
  const { compare } = new Intl.Collator(language);
  const options =
    regionOptions.get(language) ??
    codes
      .map((code) => [code, regionName(code, language)] as const)
      .sort(([, one], [, other]) => compare(one, other));
  regionOptions.set(language, options);
  return options;
};

/** Says where and what day a list is of, and changes that. */
export const whereForm = (
  site: Site,
  language: Language,
  {
    filter,
    where,
    regions,
    text,
    today,
  }: {
    readonly filter: HomeFilter;
    readonly where: Where;
    /** The codes of countries to choose from. */
    readonly regions: readonly string[];
    /** What was found. */
    readonly text: string;
    readonly today: string;
  },
  { home }: Texts,
): Html => {
  const rest = { ...filter, place: null, region: null, isEverywhere: false, when: null, day: null };
  const code = where.kind === 'country' ? where.code : '';
  const option = (value: string, label: string, isChosen: boolean) =>
    html`<option value="${value}"${isChosen ? html` selected` : ''}>${label}</option>`;
  const everywhere = homeAddress(site, { ...filter, place: null, region: null, isEverywhere: true });
  return html`<div class="found"><details><summary>${text} <span class="link">${home.change}</span></summary>
<form class="search" method="get" action="${site.basePath}/">${keptFields(rest)}
<div class="grow"><label for="region">${home.region}</label>
<select id="region" name="region">${option('', home.yourRegion, where.kind === 'around')}${option('all', home.everywhere, where.kind === 'everywhere')}${regionsIn(language, regions).map(([value, name]) => option(value, name, value === code))}</select></div>
<div class="grow"><label for="day">${home.day}</label>
<input id="day" name="day" type="date" min="${today}" value="${filter.day ?? ''}"></div>
<button class="second">${home.show}</button>
</form></details>${where.kind === 'everywhere' ? '' : html` <a href="${everywhere}">${home.everywhere}</a>`}</div>
`;
};
