import { type Picture, referredPicture } from '@event-platform/domain';
import { coverName } from '../style/cover-pattern.ts';
import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';

export interface CoverOf {
  readonly id: string;
  readonly title: string;
  readonly coverUrl: string | null;
  /** The slug of its category; what is known of a private event before one joins has none. */
  readonly category?: string;
  readonly emoji?: string;
}

/** Where a cover stands: how wide it is there, and whether it is what its page begins with, which is not loaded late. */
export interface CoverPlace {
  readonly kind: 'card' | 'lead';
  readonly isFirst: boolean;
}

const widths: Readonly<Record<CoverPlace['kind'], string>> = {
  card: '(min-width: 40rem) 20rem, calc(100vw - 2rem)',
  lead: '(min-width: 64rem) 62rem, calc(100vw - 2rem)',
};

/** The browser takes the smallest size that is wide enough. */
const sources = (
  { picture }: Pick<Site, 'picture'>,
  { id, width, height }: Picture,
  { kind }: CoverPlace,
): Html => {
  const of = (size: 'small' | 'medium' | 'large') => picture(id, `${size}.webp`);
  const set = `${of('small')} 320w, ${of('medium')} 800w, ${of('large')} 1600w`;
  return html`src="${of('medium')}" srcset="${set}" sizes="${widths[kind]}" width="${String(width)}" height="${String(height)}"`;
};

/**
 * The picture of an event: the organizer's, or one of our own for its id and category. One of elsewhere is not told where it is
 * shown; over http it is not shown: browsers warn of it.
 */
export const cover = (
  site: Pick<Site, 'basePath' | 'picture'>,
  { id, title, coverUrl, category = 'event', emoji = '' }: CoverOf,
  place: CoverPlace,
): Html => {
  const loading = place.isFirst ? html`fetchpriority="high"` : html`loading="lazy"`;
  const shown = referredPicture(coverUrl);
  if (shown)
    return html`<div class="cover"><img ${sources(site, shown, place)} alt="${title}" ${loading} decoding="async"></div>`;
  if (coverUrl?.startsWith('https://'))
    return html`<div class="cover"><img src="${coverUrl}" alt="${title}" ${loading} decoding="async" referrerpolicy="no-referrer"></div>`;
  const drawn = `${site.basePath}/assets/covers/${coverName(id, category)}.svg`;
  return html`<div class="cover bare" aria-hidden="true"><img src="${drawn}" alt="" ${loading} decoding="async"><span>${emoji}</span></div>`;
};
