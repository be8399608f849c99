/** A part of the OpenAPI document. */
export interface Node {
  readonly [key: string]: unknown;
}

/** Every object of the document, with its path. */
export const every = function* (node: unknown, path = '#'): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [path, node as Node];
  for (const [key, inner] of Object.entries(node)) yield* every(inner, `${path}/${key}`);
};
