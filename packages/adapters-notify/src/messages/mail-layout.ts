import type { Language } from '@event-platform/domain';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] as string);

/** `#rrggbb` for each colour scheme, to be read on the ground of that scheme. */
export interface Accents {
  readonly light: string;
  readonly dark: string;
}

const quiet = '#5a5768';

/** A link of the small print. */
export const smallLink = (url: string, label: string): string =>
  `<a href="${escapeHtml(url)}" style="color: ${quiet}">${escapeHtml(label)}</a>`;

export interface MailParts {
  readonly appName: string;
  readonly language: Language;
  readonly accents: Accents;
  /** Also the title of the document; plain text, as is the label of the link. */
  readonly heading: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly action: { readonly label: string; readonly url: string };
  /** HTML, a line each. */
  readonly smallPrint: readonly string[];
}

/** Mail programs that know no style sheets show the light scheme, whose colours stand at the elements. */
const darkScheme = ({
  dark,
}: Accents): string => `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { color: #f0eef6 !important; background: #131219 !important; }
  .panel { border-color: #383545 !important; background: #1d1b26 !important; }
  .quiet, .quiet a { color: #b4b0c4 !important; }
  .accent { color: #131219 !important; background: ${dark} !important; }
}`;

/** A mail with the look of the service's pages. It loads nothing: pictures would tell senders who reads when. */
export const mailLayout = ({
  appName,
  language,
  accents,
  heading,
  facts,
  action,
  smallPrint,
}: MailParts): string => {
  const accent = `color: #fff; background: ${accents.light}`;
  const [mark = ''] = [...appName];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
${darkScheme(accents)}
</style></head>
<body class="ground" style="margin: 0; color: #1d1b26; background: #f8f7fa; font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; overflow-wrap: anywhere">
<div class="ground" style="max-width: 34em; margin: 0 auto; padding: 1.25em 1em; color: #1d1b26; background: #f8f7fa">
<p style="margin: 0 0 1em"><b class="accent" aria-hidden="true" style="display: inline-block; width: 2em; border-radius: .6em; line-height: 2em; text-align: center; ${accent}">${escapeHtml(mark)}</b>&nbsp; <b>${escapeHtml(appName)}</b></p>
<div class="panel" style="padding: 1.5em; border: 1px solid #dcd9e4; border-radius: 1em; background: #fff">
<h1 dir="auto" style="margin: 0 0 .75em; font-size: 1.5em; line-height: 1.2">${escapeHtml(heading)}</h1>
${facts
  .map(
    ([name, value]) =>
      `<p style="margin: 0 0 1em"><span class="quiet" style="color: ${quiet}; font-size: .875em">${escapeHtml(name)}</span><br><b><bdi>${escapeHtml(value).replaceAll('\n', '<br>')}</bdi></b></p>`,
  )
  .join('\n')}
<p style="margin: 1.5em 0 0"><a class="accent" href="${escapeHtml(action.url)}" style="display: inline-block; padding: .8em 1.5em; border-radius: .65em; font-weight: 650; text-decoration: none; ${accent}">${escapeHtml(action.label)}</a></p>
</div>
<p class="quiet" style="margin: 1.25em 0 0; color: ${quiet}; font-size: .875em">${smallPrint.join('<br>\n')}</p>
</div>
</body>
</html>
`;
};
