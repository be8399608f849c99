import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import GithubSlugger from 'github-slugger';
import { Lexer, type Token, walkTokens } from 'marked';
import t from 'tap';
import { createClient, memoryStorage } from '../../client/src/index.ts';
import { serveInMemory, testPhones } from '../../http/test-support/serve-in-memory.ts';
import { readConfig } from '../src/config/config.ts';
import { environment } from '../src/config/environment.ts';
import { isPrinted, secretVariables } from '../src/config/printed-secrets.ts';
import { secret } from './support/replica.ts';
import { cleanUp, newFolder } from './support/service-process.ts';

t.teardown(cleanUp);

// The examples of the client talk to a service.
const service = await serveInMemory();
t.teardown(service.close);
process.env.BASE_URL = service.url;
// Examples make temporary folders of their own, and leave them.
process.env.TMPDIR = newFolder();

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

t.test('every decision is in the index', async (t) => {
  const folder = join(root, 'docs/adr');
  const { links } = read(join(folder, 'README.md'));
  for (const name of globSync('[0-9]*.md', { cwd: folder })) t.ok(links.includes(name), name);
});

t.test('sources and pages cite decisions that hold', async (t) => {
  const files = globSync(['{docs,examples,lab,ops,packages,scripts}/**/*.{cjs,md,sql,ts}', '*.md'], {
    cwd: root,
    exclude: (name) => /node_modules|dist|\.data/.test(name),
  });
  const numbers = new Set(
    globSync('[0-9]*.md', { cwd: join(root, 'docs/adr') }).map((name) => name.slice(0, 4)),
  );
  let citations = 0;
  for (const file of files)
    for (const [, number = ''] of readFileSync(join(root, file), 'utf8').matchAll(/\bADRs?\s\[?(\d{4})/g)) {
      citations += 1;
      if (!numbers.has(number)) t.fail(`${file} cites ${number}`);
    }
  t.ok(citations > 20, `${citations} citations`);
});

t.test('a page of operations has at most 1,200 words', async (t) => {
  const names = globSync('docs/operations/*.md', { cwd: root });
  t.ok(names.length > 5);
  for (const name of names) {
    const { length } = readFileSync(join(root, name), 'utf8').split(/\s+/);
    t.ok(length <= 1_200, `${name}: ${length}`);
  }
});

/** Where people copy commands and settings from. */
const copied = [
  ...pages.filter((page) => !/^docs\/adr|CHANGELOG|node_modules/.test(page)),
  ...globSync(['.env.example', 'compose.yaml', 'ops/compose/.env.example', 'ops/kubernetes/*.yaml'], {
    cwd: root,
  }),
];

t.test('every command of a page exists', async (t) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  let commands = 0;
  for (const page of copied) {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, name = ''] of text.matchAll(/\bnpm run (?:--silent |-s )?([a-z][\w:-]*)/g)) {
      commands += 1;
      t.ok(name in scripts, `${page}: npm run ${name}`);
    }
    for (const [, path = ''] of text.matchAll(/\bnode (?:--[\w=@/-]+ )*([\w./-]+\.(?:[cm]?js|ts))\b/g)) {
      commands += 1;
      const source = path.replace(/^(packages\/\w+)\/dist\/(.*)\.js$/, '$1/$2.ts');
      t.ok(existsSync(join(root, source)), `${page}: node ${path}`);
    }
  }
  t.ok(commands > 50, `${commands} commands`);
});

t.test('every command of Compose names the file of settings, without which none is read', async (t) => {
  let commands = 0;
  for (const page of copied)
    for (const [command] of readFileSync(join(root, page), 'utf8').matchAll(/^[#\s]*docker compose .*/gm)) {
      commands += 1;
      t.match(command, / --env-file ops\/compose\/\.env /, page);
    }
  t.ok(commands > 1, `${commands} commands`);
});

t.test('a secret that a document prints is refused in production', async (t) => {
  const names = secretVariables.join('|');
  let count = 0;
  for (const page of copied) {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, name = '', value = ''] of text.matchAll(
      new RegExp(`\\b(${names})[=:] ?["']?([^\\s"'\`|,;)]+)`, 'g'),
    )) {
      count += 1;
      const isLeftOut = /[<…$]/.test(value) || (/^\w+:\/\//.test(value) && !/:[^/@]+@/.test(value));
      t.ok(isLeftOut || isPrinted(value), `${page}: ${name}=${value}`);
    }
  }
  t.ok(count > 10, `${count} values`);
});

t.test('every setting is documented', async (t) => {
  const text = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  for (const name of Object.keys(environment.properties)) t.ok(text.includes(`\`${name}\``), name);
});

/** The pages whose examples run as they are. */
const runnable = [
  ...globSync('docs/guides/*.md', { cwd: root, exclude: ['**/README.md', '**/one-server.md'] }),
  ...globSync('packages/*/README.md', { cwd: root }),
];

const person = createClient({ baseUrl: service.url, tokens: memoryStorage() });

/** What the commands of a page find in their environment: a service, a session and an event of its user. */
const shellEnvironment = async () => {
  const [phone = ''] = testPhones;
  await person.startSignIn({ phone });
  const { accessToken } = await person.checkCode({ phone, code: '1234' });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const location = { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 };
  const about = { title: 'Concert', description: '', category: 'music', location };
  const { id } = await person.createEvent({ ...about, startAt: at(24), endAt: at(26) });
  return { ...process.env, BASE: service.url, TOKEN: accessToken, EVENT: id };
};

/** How an example of each language is run. */
const runs: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  ts: async (text) => {
    const file = join(newFolder(), 'example.mts');
    const program = text.replace(
      / from '(@[^']+|fastify)'/g,
      (_all, name) => ` from '${import.meta.resolve(name)}'`,
    );
    writeFileSync(file, program);
    if (!text.includes("from 'node:test'")) return import(pathToFileURL(file).href);
    const args = ['--conditions=@event-platform/source', '--test', file];
    // Without what tells the runner that it is a test of another one.
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    return promisify(execFile)(process.execPath, args, { env });
  },
  sh: async (text) => {
    const { stdout } = await promisify(execFile)('sh', ['-euc', text], { env: await shellEnvironment() });
    if (!/^HTTP\/1.1 2/.test(stdout)) throw new Error(stdout);
    return stdout;
  },
  py: async (text) => promisify(execFile)('python3', ['-c', text]),
  dotenv: async (text) => readConfig(parseEnv(text.replaceAll(/<(?:secret|password)>/g, secret))),
};

for (const page of runnable)
  t.test(`the examples of ${page} run`, async (t) => {
    const { code } = read(join(root, page));
    const examples = code.filter(({ language }) => language in runs);
    t.ok(examples.length > 0);
    if (page.startsWith('docs/guides/')) t.equal(examples.length, code.length, 'each of them');
    for (const { language, text } of examples) {
      service.world.clock.advance(600_000); // An address starts five sign-ins in ten minutes.
      t.ok(await runs[language]?.(text));
    }
  });

t.test('the domain’s programs are as short as they claim', async (t) => {
  const [first, queue] = read(join(root, 'packages/domain/README.md')).code.map(
    ({ text }) => text.split('\n').filter((line) => line.trim() !== '').length,
  );
  t.ok((first ?? 99) <= 20, `${first} lines for an event, an RSVP and a private invitation`);
  t.ok((queue ?? 99) <= 30, `${queue} lines for a consumer of a queue`);
});

t.test('the promise of versions names every text of responses that may get new values', async (t) => {
  const promise = readFileSync(join(root, 'docs/versioning.md'), 'utf8');
  const names = new Set<string>();
  const visit = (schema: object): void => {
    for (const [name, part] of Object.entries(schema)) {
      if (typeof part !== 'object' || part === null) continue;
      if ('x-extensible-enum' in part) names.add(name);
      visit(part);
    }
  };
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
  };
  for (const { properties = {} } of Object.values(document.components.schemas)) visit(properties);
  t.ok(names.has('kind') && names.has('code'));
  for (const name of names) if (name !== 'items') t.match(promise, `\`${name}\``, name);
});
