/**
 * Checks the manifests of Kubernetes against the types and schemas of their APIs, where an unknown field is a fault,
 * and the compose file against the specification of Compose. No cluster and no engine is needed.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../install-tools.ts';
import { manifestPrograms } from './manifest-programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = fileURLToPath(new URL('.', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'manifests-check-'));

const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    module: 'preserve',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['*.ts'],
};

/** Whether a command succeeds; what it prints is shown. */
const succeeds = (command: string, ...args: readonly string[]): boolean => {
  const { status, error } = spawnSync(command, args, { cwd: work, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  return status === 0;
};

try {
  installTools(tools);
  symlinkSync(join(tools, 'node_modules'), join(work, 'node_modules'));
  const { parseAllDocuments } = createRequire(import.meta.url)('yaml');
  const files = globSync('ops/kubernetes/*.yaml', { cwd: root });
  const programs = files.flatMap((file) => {
    const documents = parseAllDocuments(readFileSync(join(root, file), 'utf8'));
    for (const { errors } of documents)
      if (errors.length > 0) throw new Error(`${file}: ${errors.join('\n')}`);
    return manifestPrograms(
      basename(file, '.yaml'),
      documents.map((each: { toJS(): unknown }) => each.toJS()),
    );
  });
  for (const { name, text } of programs) writeFileSync(join(work, `${name}.ts`), text);
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(join(work, 'package.json'), JSON.stringify({ type: 'module' }));
  const sound = [
    succeeds(join(root, 'node_modules/.bin/tsc'), '-p', work),
    ...programs.map(({ name }) => succeeds(process.execPath, `${name}.ts`)),
    succeeds(
      join(tools, 'node_modules/.bin/dclint'),
      '-c',
      join(tools, 'dclint.json'),
      join(root, 'compose.yaml'),
    ),
  ];
  if (sound.includes(false)) throw new Error('A manifest or the compose file is at fault, see above.');
  console.log(`${programs.length} manifests in ${files.length} files and the compose file are sound.`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
