import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startEphemeralPostgres } from '@event-platform/adapters-postgres';
import { type Walk, walkRequests } from './walk-requests.ts';
import { walkOf, walkTable } from './walk-table.ts';

const help = `Prints which functions run for a list and for an RSVP, by file, and writes the files into docs/architecture.md.
  --check          compares with that page instead
  --database URL   an empty database; without one a server is started
`;
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    database: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit();
}

const server = values.database === undefined ? await startEphemeralPostgres() : null;
const walks = await walkRequests(values.database ?? server?.url ?? '');
await server?.stop();

const page = new URL('../../docs/architecture.md', import.meta.url);
const text = readFileSync(page, 'utf8');
const block = /(?<=<!-- walk -->\n)[\s\S]*(?=\n<!-- \/walk -->)/;

/** What the page names and does not run, and what always runs and it does not name. */
const faultsOf = (name: string, { always, ever }: Walk, written: ReadonlySet<string>): readonly string[] => [
  ...[...written].filter((file) => !ever.has(file)).map((file) => `${file} does not run for the ${name}`),
  ...[...always.keys()].filter((file) => !written.has(file)).map((file) => `${file} runs for the ${name}`),
];

if (values.check) {
  const written = walkOf(block.exec(text)?.[0] ?? '');
  const faults = [
    ...faultsOf('list', walks.list, written.list),
    ...faultsOf('RSVP', walks.rsvp, written.rsvp),
  ];
  process.stdout.write(faults.length === 0 ? '' : `${faults.join('\n')}\nRun npm run walk.\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else {
  for (const [name, { always }] of Object.entries(walks) as [string, Walk][]) {
    process.stdout.write(`${name}\n`);
    for (const [file, functions] of always) process.stdout.write(`  ${file}: ${functions.join(', ')}\n`);
  }
  writeFileSync(
    page,
    text.replace(block, () => walkTable(walks)),
  );
}
