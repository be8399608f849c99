import './node-version.ts';

import { workOnOutbox } from './outbox/work-on-outbox.ts';
import { run } from './programs/program.ts';

await run(workOnOutbox);
