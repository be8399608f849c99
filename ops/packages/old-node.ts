import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { manifestIn } from './checkout.ts';

const nameOf = (entry: string): string => entry.split('/').slice(0, 2).join('/');

/**
 * Imports every entry point of the packages installed in a folder on the oldest Node that one of them takes, and holds
 * that those that need a later one say so in one sentence, and nothing else.
 */
export const checkOldNode = async (
  consumer: string,
  entries: readonly string[],
  node: string,
): Promise<void> => {
  if (!existsSync(node)) return;
  const run = promisify(execFile);
  const { stdout } = await run(node, ['--version']);
  const version = stdout.trim().slice(1);
  for (const entry of entries) {
    const name = nameOf(entry);
    const [, major = ''] =
      /^>=(\d+)$/.exec(manifestIn(join(consumer, 'node_modules', name)).engines.node) ?? [];
    const checksum =
      Number.parseInt(version, 10) < Number(major)
        ? `Error: ${name} needs Node ${major} or later; this is Node ${version}.`
        : '';
    const program = `import('${entry}').then(() => console.log(''), (error) => console.log(String(error)))`;
    const said = (await run(node, ['-e', program], { cwd: consumer })).stdout.trim();
    if (said !== checksum) throw new Error(`${entry} on Node ${version} says "${said}", not "${checksum}"`);
  }
  console.log(`On Node ${version} the packages work, or tell which Node they need.`);
};
