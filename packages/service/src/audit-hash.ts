import './node-version.ts';

import { auditHash } from './audit-hash/audit-hash.ts';
import { run } from './programs/program.ts';

await run(auditHash);
