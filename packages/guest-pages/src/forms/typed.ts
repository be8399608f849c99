/** What was typed into a form, by the names of its fields. A field that is sent several times has several values. */
export type Typed = Readonly<Record<string, readonly string[]>>;

/** Of one form; no page has as many. */
const mostFields = 400;

/** Reads a parsed form. Browsers send line breaks as CR LF. */
export const typedOfBody = (body: unknown): Typed =>
  Object.fromEntries(
    Object.entries(typeof body === 'object' && body !== null ? body : {})
      .slice(0, mostFields)
      .map(([name, value]: [string, unknown]) => [
        name,
        (Array.isArray(value) ? value : [value])
          .filter((one) => typeof one === 'string')
          .map((one) => one.replaceAll('\r\n', '\n')),
      ]),
  );

/** The one value of a field, without spaces around it; empty for none. */
export const typedText = (typed: Typed, name: string): string =>
  (Object.hasOwn(typed, name) ? (typed[name]?.[0] ?? '') : '').trim();

export const typedList = (typed: Typed, name: string): readonly string[] =>
  Object.hasOwn(typed, name) ? (typed[name] ?? []) : [];

/** What one types, from the values of fields: null and false are empty. */
export const asTyped = (
  values: Readonly<Record<string, string | number | boolean | null | readonly string[]>>,
): Typed =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, readonly string[]] => {
      if (value === null || value === false) return [name, []];
      if (typeof value === 'object') return [name, value];
      return [name, [value === true ? '1' : String(value)]];
    }),
  );
