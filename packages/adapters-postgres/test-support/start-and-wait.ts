// Starts the embedded server in the folder named on the command line, tells its address and goes on until
// it is killed: what a service that crashes looks like to its database.
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] as string });
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
