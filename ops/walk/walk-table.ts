import type { Walks } from './walk-requests.ts';

/** In the order in which a request meets them. */
const layers = ['service', 'http', 'domain', 'adapters-postgres', 'adapters-notify', 'node', 'guest-pages'];

const cell = (files: readonly string[]): string =>
  files.map((file) => `\`${file.slice(file.lastIndexOf('/') + 1, -'.ts'.length)}\``).join(', ');

/** The files of both walks as a Markdown table, a folder a row. */
export const walkTable = ({ list, rsvp }: Walks): string => {
  const files = [...new Set([...list.always.keys(), ...rsvp.always.keys()])];
  const folders = [...new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))))].sort();
  const rank = (folder: string) => layers.indexOf(folder.split('/')[0] ?? '');
  const rows = folders
    .sort((one, other) => rank(one) - rank(other))
    .map((folder) => {
      const here = files.filter((file) => file.slice(0, file.lastIndexOf('/')) === folder).sort();
      const isIn = (file: string) => ({ list: list.always.has(file), rsvp: rsvp.always.has(file) });
      return [
        `[\`${folder}\`](../packages/${folder})`,
        cell(here.filter((file) => isIn(file).list && isIn(file).rsvp)),
        cell(here.filter((file) => !isIn(file).rsvp)),
        cell(here.filter((file) => !isIn(file).list)),
      ];
    });
  return [
    '| folder | both | the list | the RSVP |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
};

/** The files of both columns of such a table. */
export const walkOf = (
  table: string,
): { readonly list: ReadonlySet<string>; readonly rsvp: ReadonlySet<string> } => {
  const [list, rsvp] = [new Set<string>(), new Set<string>()];
  for (const [, folder = '', ...cells] of table.matchAll(
    /^\| \[`([^`]+)`\]\([^)]+\) \|(.*)\|(.*)\|(.*)\|$/gm,
  )) {
    const [both = [], listAlone = [], rsvpAlone = []] = cells.map((names) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `${folder}/${name}.ts`),
    );
    for (const file of [...both, ...listAlone]) list.add(file);
    for (const file of [...both, ...rsvpAlone]) rsvp.add(file);
  }
  return { list, rsvp };
};
