/**
 * Lints the OpenAPI document that the service serves, compiles what two generators make of it with the project's
 * TypeScript, and fails when the client in `packages/client` was generated from another one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../install-tools.ts';
import { clientSources, generated } from './generate-client.ts';
import { servedDocument } from './served-document.ts';
import { run, tool, tools } from './tools.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'openapi-check-'));

const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: [],
  },
  include: ['**/*.ts'],
};

try {
  const document = join(work, 'openapi.json');
  const served = await servedDocument();
  writeFileSync(document, served);
  installTools(tools);
  run(tools, tool('redocly'), 'lint', document, '--config', 'redocly.yaml', '--max-problems', '1000');
  run(tools, tool('openapi-typescript'), document, '-o', join(work, 'types.ts'));
  run(tools, tool('openapi-ts'), '-i', document, '-o', join(work, 'client'), '--no-log-file');
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(join(work, 'package.json'), JSON.stringify({ type: 'module' }));
  run(root, join(root, 'node_modules/.bin/tsc'), '-p', work);
  for (const [name, source] of Object.entries(clientSources(served)))
    if (readFileSync(join(generated, name), 'utf8') !== source)
      throw new Error(`packages/client/src/generated/${name} is out of date: npm run generate:client`);
  console.log(
    'The OpenAPI document is sound, what two generators make of it compiles, and the client fits it.',
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
