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

/** A number, or the text of one, as schema.org allows. */
export const numberOf = (value: unknown): number | undefined => {
  const [item] = listOf(value);
  if (typeof item === 'number') return item;
  return typeof item === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(item) ? Number(item) : undefined;
};
