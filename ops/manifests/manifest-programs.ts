/** A file of TypeScript that only compiles, and only runs, when a manifest is valid. */
export interface ManifestProgram {
  readonly name: string;
  readonly text: string;
}

/** What every manifest has. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' &&
  value !== null &&
  ['apiVersion', 'kind'].every((name) => typeof Reflect.get(value, name) === 'string');

/** The package that has the models of an API, by the group that the API belongs to. */
const packageOf = (apiVersion: string): string =>
  apiVersion.startsWith('postgresql.cnpg.io/') ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models';

/**
 * The documents of a file as programs. The compiler reports fields that the type does not have or that are missing,
 * as it does in any literal; the model's own check at run time reports patterns, ranges and formats.
 */
export const manifestPrograms = (file: string, documents: readonly unknown[]): readonly ManifestProgram[] =>
  documents.map((document, index) => {
    const name = `${file}-${index + 1}`;
    if (!isManifest(document)) throw new Error(`${name}: no apiVersion or no kind`);
    const { apiVersion, kind } = document;
    return {
      name,
      text: [
        `import { type I${kind}, ${kind} } from '${packageOf(apiVersion)}/${apiVersion}/${kind}';`,
        `const manifest: I${kind} = ${JSON.stringify(document, null, 2)};`,
        `new ${kind}(manifest).validate();`,
        '',
      ].join('\n'),
    };
  });
