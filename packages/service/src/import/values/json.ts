/** A JSON object whose fields are not validated yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON-LD allows a value in place of a list of one. */
export const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/** The first text in a JSON-LD value: plain, or in a value object with a language. */
export const textOf = (value: unknown): string | undefined => {
  for (const item of listOf(value)) {
    const text = isObject(item) ? item['@value'] : item;
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
};

/** The first address in a JSON-LD value: a text, or the id of an object. */
export const addressOf = (value: unknown): string | undefined =>
  textOf(value) ?? textOf(listOf(value).map((item) => (isObject(item) ? item['@id'] : undefined)));

const groupedDigits = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/;
const groupedByPoints = /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/;
/** Three digits after a single comma may be thousands or decimals. */
const withComma = /^[+-]?\d+,(?!\d{3}$)\d+$/;

/** The text of a number with a point; `10,50` and `1.234,50` are in use, against schema.org. */
const withPoint = (text: string): string => {
  if (groupedByPoints.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (groupedDigits.test(text)) return text.replaceAll(',', '');
  return withComma.test(text) ? text.replace(',', '.') : text;
};

/** A number, or the text of one, as schema.org allows. */
export const numberOf = (value: unknown): number | undefined => {
  const [first] = listOf(value);
  const item = isObject(first) ? first['@value'] : first;
  if (typeof item === 'number') return item;
  if (typeof item !== 'string') return undefined;
  const text = withPoint(item.trim());
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
};
