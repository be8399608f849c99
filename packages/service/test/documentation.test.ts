import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import GithubSlugger from 'github-slugger';
import { Lexer, type Token, walkTokens } from 'marked';
import t from 'tap';
import { serveInMemory } from '../../http/test-support/serve-in-memory.ts';
import { environment } from '../src/config/environment.ts';
import { cleanUp, newFolder } from './support/service-process.ts';

t.teardown(cleanUp);

// The examples of the client talk to a service.
const service = await serveInMemory();
t.teardown(service.close);
process.env.BASE_URL = service.url;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => name.includes('node_modules') || name.startsWith('.'),
});

interface Page {
  /** The targets of its links, as written. */
  readonly links: readonly string[];
  /** The GitHub anchors of its headings. */
  readonly anchors: ReadonlySet<string>;
  readonly code: readonly { readonly language: string; readonly text: string }[];
}

const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? textOf(token.tokens) : token.raw)).join('');

const read = (file: string): Page => {
  const slugger = new GithubSlugger();
  const links: string[] = [];
  const anchors = new Set<string>();
  const code: { language: string; text: string }[] = [];
  walkTokens(Lexer.lex(readFileSync(file, 'utf8')), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href);
    if (token.type === 'heading') anchors.add(slugger.slug(textOf(token.tokens ?? []).replaceAll('`', '')));
    if (token.type === 'code') code.push({ language: token.lang ?? '', text: token.text });
  });
  return { links, anchors, code };
};

/** The fault of a relative link, or null. */
const faultOf = (file: string, link: string): string | null => {
  const [path = '', anchor] = decodeURIComponent(link).split('#');
  const target = path === '' ? file : resolve(dirname(file), path);
  if (!existsSync(target)) return `no file ${path}`;
  if (anchor === undefined || (statSync(target).isFile() && read(target).anchors.has(anchor))) return null;
  return `no heading #${anchor} in ${path || 'the same page'}`;
};

t.test('every relative link leads to a file and a heading', async (t) => {
  t.ok(pages.length > 15, `${pages.length} pages`);
  for (const page of pages) {
    const file = join(root, page);
    const faults = read(file)
      .links.filter((link) => !/^[a-z]+:/i.test(link))
      .flatMap((link) => faultOf(file, link) ?? []);
    t.same(faults, [], page);
  }
});

t.test('every setting is documented', async (t) => {
  const text = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  for (const name of Object.keys(environment.properties)) t.ok(text.includes(`\`${name}\``), name);
});

/** The pages whose examples run as they are. */
const runnable = ['docs/architecture.md', ...globSync('packages/*/README.md', { cwd: root })];

for (const page of runnable)
  t.test(`the examples of ${page} run`, async (t) => {
    const examples = read(join(root, page)).code.filter(({ language }) => language === 'ts');
    t.ok(examples.length > 0);
    const folder = newFolder();
    for (const [index, { text }] of examples.entries()) {
      const file = join(folder, `example-${index}.mts`);
      writeFileSync(
        file,
        text.replace(/ from '(@[^']+|fastify)'/g, (_all, name) => ` from '${import.meta.resolve(name)}'`),
      );
      t.ok(await import(pathToFileURL(file).href));
    }
  });

t.test('the domain’s programs are as short as they claim', async (t) => {
  const [first, queue] = read(join(root, 'packages/domain/README.md')).code.map(
    ({ text }) => text.split('\n').filter((line) => line.trim() !== '').length,
  );
  t.ok((first ?? 99) <= 20, `${first} lines for an event, an RSVP and a private invitation`);
  t.ok((queue ?? 99) <= 30, `${queue} lines for a consumer of a queue`);
});
