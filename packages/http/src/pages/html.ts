/** A piece of HTML in which every text is escaped. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const isList = (part: Html | readonly Html[]): part is readonly Html[] => Array.isArray(part);

const markupOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
  return isList(part) ? part.map(markupOf).join('') : part.markup;
};

/** The one way to HTML: what stands between the literals is escaped unless it is HTML already. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: literals.reduce((text, literal, index) => `${text}${markupOf(parts[index - 1] ?? '')}${literal}`),
});

/** What every page shows or links to. */
export interface Site {
  readonly appName: string;
  /** The path that all of the service's paths begin with. */
  readonly basePath: string;
}

/** A whole page with the style of the service. */
export const page = ({ appName, basePath }: Site, title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title === appName ? appName : `${title} - ${appName}`}</title>
<link rel="icon" href="${basePath}/favicon.ico" sizes="32x32">
<link rel="stylesheet" href="${basePath}/assets/page.css">
</head>
<body>
${title === appName ? '' : html`<header>${appName}</header>`}
<main>
${content}
</main>
</body>
</html>
`.markup;
