import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { visitor } from '../../../packages/guest-pages/test-support/visitor.ts';
import { newFolder } from '../../../packages/service/test/support/service-process.ts';
import { type Attack, type Bound, type Finding, finding } from '../attack.ts';
import { code, latencyOf, type Person, type RealService } from '../real-service.ts';
import { noticed, waitsWhile, warmUp, watchMemory } from '../waits.ts';

const path = '/organise/new/save';
const mostMb = 100;
const boundary = 'x';
const end = `\r\n--${boundary}--\r\n`;

const disposition = 'content-disposition: form-data; ';
const part = (headers: string, content = '') => `--${boundary}\r\n${disposition}${headers}\r\n\r\n${content}`;
const field = (name: string, value = '') => part(`name="${name}"`, `${value}\r\n`);
const fileHead = part('name="cover"; filename="a.jpg"\r\ncontent-type: image/jpeg');
/** What begins like a photo, and is none. */
const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64 * 1024)]);

type Chunks = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

function* times(count: number, chunk: string | Buffer): Iterable<string | Buffer> {
  for (let number = 0; number < count; number += 1) yield chunk;
}

/** Numbered ones, together: who sends them has no more work than with a file. */
const numbered = (count: number, one: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => one(number)).join('');

async function* slowly(ms: number, chunks: Iterable<string | Buffer>): AsyncIterable<string | Buffer> {
  for (const chunk of chunks) {
    yield chunk;
    await delay(ms);
  }
}

/** The browser of a signed-in user, and what it sends with its cookie. */
const signInToPages = async ({ replica, query }: RealService, phone: string) => {
  let cookie = '';
  const call: Parameters<typeof visitor>[0]['call'] = async (target, { raw, headers } = {}) => {
    const [method, url] = target.split(' ');
    const response = await fetch(`${replica.url}${url}`, {
      ...(method === undefined ? {} : { method }),
      headers: { ...headers },
      ...(raw === undefined ? {} : { body: Uint8Array.from(raw as Buffer) }),
      redirect: 'manual',
    });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text, text };
  };
  // They just got a code, and would wait for another.
  await query('delete from sign_in');
  const browser = visitor({ call });
  const codePage = await (await browser.open('/sign-in')).press('Send me a code', { phone });
  await codePage.press('Sign in', { code, stay: '1' });
  const token = (await browser.open('/organise/new')).field('form') ?? '';
  if (token === '') throw new Error('The setup has no form.');
  return { cookie, token };
};

const send = async (
  { replica }: RealService,
  chunks: Chunks,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<number> => {
  const body = Readable.toWeb(
    Readable.from(
      (async function* () {
        for await (const chunk of chunks) yield Buffer.from(chunk as string);
      })(),
    ),
  ) as ReadableStream;
  const init: RequestInit = {
    ...{ method: 'POST', body, duplex: 'half', redirect: 'manual' },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    const response = await fetch(`${replica.url}${path}`, init);
    await response.arrayBuffer();
    return response.status;
  } catch {
    // The service stops to read: the sender sees its response, or a connection that is closed.
    return 0;
  }
};

interface Trick {
  readonly what: string;
  readonly chunks: () => Chunks;
  /** Any of them; 0 for a connection that is closed. */
  readonly gets: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly without?: 'cookie';
  readonly brokenAfterMs?: number;
}

const tricksOf = (token: string, isShort: boolean): readonly Trick[] => {
  const fresh = field('form', token);
  const many = isShort ? 20_000 : 200_000;
  const file = (count: number) => [fileHead, ...times(count, photo), '\r\n'];
  const long = (letter: string) => times(8 * 16, letter.repeat(64 * 1024));
  const repeated = {
    'parts without anything': () => `--${boundary}\r\n\r\n`,
    'parts without a file': (n: number) => part(`name="f${n}"; filename=""`, '\r\n'),
    'fields without end': (n: number) => field(`f${n}`),
    'one field without end': () => field('title', 'x'),
  };
  return [
    ...Object.entries(repeated).map(([what, one]) => ({
      what,
      chunks: () => [fresh, numbered(many, one), end],
      gets: [413, 0],
    })),
    {
      what: 'an endless name',
      chunks: () => [fresh, `--${boundary}\r\n`, disposition, 'name="', ...long('n'), '"\r\n\r\n', end],
      gets: [400],
    },
    {
      what: 'an endless value',
      chunks: () => [fresh, part('name="title"'), ...long('v'), end],
      gets: [413, 0],
    },
    {
      what: 'endless headers',
      chunks: () => [fresh, `--${boundary}\r\n`, numbered(many, (n) => `x-${n}: y\r\n`), '\r\n', end],
      gets: [400],
    },
    { what: 'no last boundary', chunks: () => [fresh, ...file(4)], gets: [415] },
    { what: 'a file of 11 MiB', chunks: () => [fresh, ...file(11 * 16), end], gets: [413] },
    { what: 'a body of 50 MiB', chunks: () => [fresh, ...file(50 * 16), end], gets: [413, 0] },
    { what: 'two files', chunks: () => [fresh, ...file(4), ...file(4), end], gets: [400] },
    { what: 'a file before its form', chunks: () => [...file(4), fresh, end], gets: [400] },
    { what: 'a file with a forged form', chunks: () => [field('form', 'x'), ...file(4), end], gets: [400] },
    {
      what: 'a file from another site',
      chunks: () => [fresh, ...file(4), end],
      headers: { origin: 'https://evil.example' },
      gets: [400, 403],
    },
    {
      what: 'a file without a session',
      chunks: () => [fresh, ...file(4), end],
      without: 'cookie',
      gets: [413, 0],
    },
    ...Array.from({ length: 20 }, () => ({
      what: 'a slow file',
      chunks: () => slowly(isShort ? 50 : 200, [fresh, ...file(40), end]),
      // 503 where the decoders are busy.
      gets: [400, 503],
    })),
    ...Array.from({ length: 20 }, () => ({
      what: 'a file that breaks off',
      chunks: () => slowly(100, [fresh, ...file(40)]),
      brokenAfterMs: 1_500,
      gets: [0],
    })),
  ];
};

const play = async (service: RealService, folder: string, isShort: boolean): Promise<Finding> => {
  const [attacker, other] = service.people as [Person, Person];
  const { cookie, token } = await signInToPages(service, attacker.phone);
  if (!isShort) await warmUp(service, other.token);
  const list = () => latencyOf(`${service.replica.url}/v1/events?limit=50`);
  const idle = await waitsWhile(list, delay(isShort ? 500 : 2_000));
  const tricks = tricksOf(token, isShort);
  const grown = watchMemory(service, mostMb);
  const bounds: Bound[] = [];
  const attack = async (): Promise<void> => {
    await Promise.all(
      tricks.map(async ({ what, chunks, gets, headers, without, brokenAfterMs }, number) => {
        // Each from an address of its own, whose budget it does not spend.
        const sender = {
          'x-forwarded-for': `198.51.100.${number}`,
          ...(without === 'cookie' ? {} : { cookie }),
        };
        const signal = brokenAfterMs === undefined ? undefined : AbortSignal.timeout(brokenAfterMs);
        const status = await send(service, chunks(), { ...sender, ...headers }, signal);
        bounds.push([gets.includes(status), `${what} gets ${status}`]);
      }),
    );
  };
  const during = await waitsWhile(list, attack());
  const memory = grown();
  const others = noticed('another caller', idle, during, isShort);
  const left = () => readdirSync(`${folder}/.uploads`).length;
  for (let looks = 0; left() > 0 && looks < 40; looks += 1) await delay(50);
  const [kept] = await service.query<{ count: number }>(
    'select ((select count(*) from event) + (select count(*) from picture))::int as count',
  );
  return finding(
    'forms with files: endless, broken, slow, forged',
    `${tricks.length} forms at once`,
    `${kept?.count} kept, ${left()} files left, ${memory.words}; ${others.words}`,
    [
      ...bounds,
      others.bound,
      memory.bound,
      [left() === 0, `${left()} files are left`],
      [kept?.count === 0, `${kept?.count} events and pictures are kept`],
    ],
  );
};

export const endlessForms: Attack = {
  name: 'endless-forms',
  about:
    'forms with files whose parts, names, values or bodies do not end, of slow senders, strangers and other sites',
  run: async ({ isShort, startService }) => {
    const folder = newFolder();
    return [await play(await startService({ PICTURES_DIR: folder }, 2), folder, isShort)];
  },
};
