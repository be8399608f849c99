import { coverName } from '../style/cover-pattern.ts';
import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';

export interface CoverOf {
  readonly id: string;
  readonly coverUrl: string | null;
  /** The slug of its category; what is known of a private event before one joins has none. */
  readonly category?: string;
  readonly emoji?: string;
}

/**
 * The picture of an event: the organizer's, loaded late and without telling where, or one of our own for its id and category.
 * Pictures over http are not shown: browsers warn of them.
 */
export const cover = (
  { basePath }: Pick<Site, 'basePath'>,
  { id, coverUrl, category = 'event', emoji = '' }: CoverOf,
): Html => {
  const picture = coverUrl?.startsWith('https://') ? coverUrl : null;
  const isOwn = picture === null;
  const src = isOwn ? `${basePath}/assets/covers/${coverName(id, category)}` : picture;
  const referrer = isOwn ? '' : html` referrerpolicy="no-referrer"`;
  return html`<div class="cover${isOwn ? ' bare' : ''}" aria-hidden="true"><img src="${src}" alt="" loading="lazy" decoding="async"${referrer}>${isOwn ? html`<span>${emoji}</span>` : ''}</div>`;
};
