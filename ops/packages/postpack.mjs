// Runs in the folder of a package after npm packed it, and undoes what `prepack.mjs` did outside of `dist`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { restoreManifest } from './kept-manifest.mjs';

restoreManifest(fileURLToPath(new URL('../..', import.meta.url)), process.cwd());
rmSync(join(process.cwd(), 'LICENSE'), { force: true });
