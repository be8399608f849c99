/** A piece of HTML in which every text is escaped. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const isList = (value: Html | readonly Html[]): value is readonly Html[] => Array.isArray(value);

const markupOf = (value: Value): string => {
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
  return isList(value) ? value.map(markupOf).join('') : value.markup;
};

/** A template tag for HTML: it escapes each interpolated value that is not {@link Html} itself. */
export const html = (literals: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: literals.reduce((text, literal, index) => `${text}${markupOf(values[index - 1] ?? '')}${literal}`),
});

/** Settings of every page. */
export interface Site {
  readonly appName: string;
  /** The path prefix of all the service's URLs. */
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
