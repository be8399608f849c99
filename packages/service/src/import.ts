import './node-version.ts';

import { importFeed } from './import/import-feed.ts';
import { run } from './programs/program.ts';

await run(importFeed);
