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

/** A value that a form sends as it is. */
export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** The media type of every page. */
export const htmlType = 'text/html; charset=utf-8';

/**
 * Data of a page for programs, as the content of a `script` element. No character in it can end the element, whatever
 * the texts are; JSON reads the escapes alike.
 */
export const jsonScript = (type: 'application/ld+json' | 'application/json', value: unknown): Html => ({
  markup: `<script type="${type}">${JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}</script>`,
});
