import { type Language, referredPicture } from '@event-platform/domain';
import { coverName, previewSize } from '../style/cover-pattern.ts';
import type { CoverOf } from './cover.ts';
import { excerpt } from './excerpt.ts';
import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';

const longestAlternative = 80;

/** What programs show of a shared link. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** Null for a page whose address is a secret. */
  readonly url: string | null;
  readonly cover: Pick<CoverOf, 'id' | 'coverUrl' | 'category'>;
}

const locales: Readonly<Record<Language, string>> = { en: 'en_GB', de: 'de_DE' };

/** The picture that stands for an event elsewhere: the organizer's, or one of our own. */
export const previewImage = (
  { publicUrl, picture }: Pick<Site, 'picture' | 'publicUrl'>,
  { id, coverUrl, category = 'event' }: LinkPreview['cover'],
): string => {
  const shown = referredPicture(coverUrl);
  // Most programs show no WebP.
  if (shown) return picture(shown.id, 'preview.jpg');
  return coverUrl?.startsWith('https://')
    ? coverUrl
    : `${publicUrl}/assets/previews/${coverName(id, category)}.png`;
};

/** Open Graph, which Twitter cards take the rest of. @see https://ogp.me */
export const linkPreview = (site: Site, language: Language, preview: LinkPreview): Html => {
  const image = previewImage(site, preview.cover);
  const size =
    image === preview.cover.coverUrl || referredPicture(preview.cover.coverUrl)
      ? html``
      : html`<meta property="og:image:width" content="${previewSize.width}">
<meta property="og:image:height" content="${previewSize.height}">
`;
  return html`<meta name="description" content="${preview.description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.brand.name}">
<meta property="og:locale" content="${locales[language]}">
<meta property="og:title" content="${preview.title}">
<meta property="og:description" content="${preview.description}">
<meta property="og:image" content="${image}">
${size}<meta property="og:image:alt" content="${excerpt(preview.title, longestAlternative)}">
${preview.url === null ? '' : html`<meta property="og:url" content="${preview.url}">\n<link rel="canonical" href="${preview.url}">\n`}<meta name="twitter:card" content="summary_large_image">
`;
};
