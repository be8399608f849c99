import './node-version.ts';

import { migrateDatabase } from './database/migrate-database.ts';
import { run } from './programs/program.ts';

await run(migrateDatabase);
