import type { Language } from '@event-platform/domain';
import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';

/** What programs show of a shared link. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** Null for a page whose address is a secret. */
  readonly url: string | null;
  readonly coverUrl: string | null;
}

const locales: Readonly<Record<Language, string>> = { en: 'en_GB', de: 'de_DE' };

/** Open Graph and Twitter card. @see https://ogp.me */
export const linkPreview = (site: Site, language: Language, preview: LinkPreview): Html => {
  const image = preview.coverUrl?.startsWith('https://')
    ? preview.coverUrl
    : `${site.publicUrl}/assets/cover.jpg`;
  return html`<meta name="description" content="${preview.description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.brand.name}">
<meta property="og:locale" content="${locales[language]}">
<meta property="og:title" content="${preview.title}">
<meta property="og:description" content="${preview.description}">
<meta property="og:image" content="${image}">
${preview.url === null ? '' : html`<meta property="og:url" content="${preview.url}">\n<link rel="canonical" href="${preview.url}">\n`}<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${preview.title}">
<meta name="twitter:description" content="${preview.description}">
<meta name="twitter:image" content="${image}">
`;
};
