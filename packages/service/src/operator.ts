import './node-version.ts';

import { operate } from './operator/operate.ts';
import { run } from './programs/program.ts';

await run(operate);
