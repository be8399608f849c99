import './node-version.ts';

import { runAuditHash } from './audit-hash/run-audit-hash.ts';

const { code, stdout, stderr } = runAuditHash(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
