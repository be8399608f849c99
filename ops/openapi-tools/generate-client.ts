/**
 * Generates what the client knows of the HTTP interface from the served OpenAPI document, into
 * `packages/client/src/generated`. `check.ts` tells when that no longer fits the document.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../install-tools.ts';
import { type Document, operationsSource, typesDocument, unknownValue } from './operations.ts';
import { servedDocument } from './served-document.ts';
import { run, tool, tools } from './tools.ts';

const withUnknownValue = (source: string): string => {
  const { generated, text } = unknownValue;
  if (!source.includes(generated)) throw new Error(`the types have no ${generated}`);
  return source.replace(generated, text);
};

/** The generated files by name. */
export const clientSources = (served: string): Readonly<Record<string, string>> => {
  const document = JSON.parse(served) as Document;
  const work = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    writeFileSync(join(work, 'openapi.json'), JSON.stringify(typesDocument(document)));
    const plugins = [{ name: '@hey-api/typescript', comments: true }];
    const config = { input: join(work, 'openapi.json'), output: join(work, 'out'), plugins };
    writeFileSync(join(work, 'config.mjs'), `export default ${JSON.stringify(config)};`);
    run(tools, tool('openapi-ts'), '-f', join(work, 'config.mjs'), '--no-log-file', '--silent');
    return {
      'types.gen.ts': withUnknownValue(readFileSync(join(work, 'out/types.gen.ts'), 'utf8')),
      'operations.gen.ts': operationsSource(document),
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

export const generated = fileURLToPath(new URL('../../packages/client/src/generated', import.meta.url));

if (import.meta.main) {
  installTools(tools);
  for (const [name, source] of Object.entries(clientSources(await servedDocument())))
    writeFileSync(join(generated, name), source);
}
