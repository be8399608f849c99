import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { type Bomb, bombs, endlessText, noise } from '../../../packages/service/test/support/bombs.ts';
import { newFolder } from '../../../packages/service/test/support/service-process.ts';
import { type Attack, type Bound, type Finding, finding } from '../attack.ts';
import { latencyOf, type Person, type RealService } from '../real-service.ts';
import { noticed, waitsWhile, warmUp, watchMemory } from '../waits.ts';

const mostMb = 100;

type Body = Uint8Array<ArrayBuffer> | ReadableStream;

const upload = async ({ replica }: RealService, token: string, type: string, body: Body) => {
  const init: RequestInit = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  };
  const response = await fetch(`${replica.url}/v1/pictures`, init);
  const { urls, status } = (await response.json()) as { urls?: Record<string, string>; status?: number };
  return { status: status ?? response.status, urls };
};

/** What of a picture is served as anything but WebP. */
const strangersOf = async (
  { replica }: RealService,
  urls: Record<string, string>,
): Promise<readonly string[]> => {
  const strangers: string[] = [];
  for (const url of Object.values(urls)) {
    const response = await fetch(`${replica.url}${new URL(url).pathname}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isWebp =
      response.headers.get('content-type') === 'image/webp' && bytes.toString('latin1', 8, 12) === 'WEBP';
    if (!isWebp || bytes.includes('<html>') || bytes.includes('PK\x03\x04')) strangers.push(url);
  }
  return strangers;
};

/** The status that a bomb has to get: the header is compared before anything is decoded. */
const statusOf = ([bytes, type, outcome]: Bomb): number => {
  if (!(outcome instanceof RegExp)) return 201;
  const head = bytes.toString('latin1', 1, 4);
  return type === 'image/png' && head !== 'PNG' ? 415 : 400;
};

const play = async (service: RealService, folder: string, isShort: boolean): Promise<Finding> => {
  const [attacker, other] = service.people as [Person, Person];
  const sent: (readonly [string, string, Uint8Array<ArrayBuffer>, number])[] = [];
  for (const [name, bomb] of Object.entries(await bombs()))
    sent.push([name, bomb[1], Uint8Array.from(bomb[0]), statusOf(bomb)]);
  const whole = await noise().jpeg({ quality: 95 }).toBuffer();
  for (let length = 1_024; length < whole.length; length += isShort ? 8_192 : 1_024)
    sent.push([`a photo cut at ${length}`, 'image/jpeg', Uint8Array.from(whole.subarray(0, length)), 400]);

  if (!isShort) await warmUp(service, other.token);
  const list = () => latencyOf(`${service.replica.url}/v1/events?limit=50`);
  const idle = await waitsWhile(list, new Promise((end) => setTimeout(end, isShort ? 500 : 2_000)));
  const grown = watchMemory(service, mostMb);
  const bounds: Bound[] = [];
  let [kept, refused] = [0, 0];
  const attack = async (): Promise<void> => {
    const text = Readable.toWeb(Readable.from(endlessText())) as ReadableStream;
    // The service stops to read: the sender sees its response, or a connection that is closed.
    const endless = upload(service, attacker.token, 'image/png', text).catch(() => ({ status: 413 }));
    await Promise.all(
      sent.map(async ([name, type, bytes, status]) => {
        const answer = await upload(service, attacker.token, type, bytes);
        bounds.push([answer.status === status, `${name} gets ${answer.status}`]);
        if (answer.status === 201) kept += 1;
        else refused += 1;
        const strangers = await strangersOf(service, answer.urls ?? {});
        bounds.push([strangers.length === 0, `${name} is served as ${strangers}`]);
      }),
    );
    const { status } = await endless;
    bounds.push([status === 413, `a text without end gets ${status}`]);
  };
  const during = await waitsWhile(list, attack());
  const memory = grown();
  const others = noticed('another caller', idle, during, isShort);
  const places = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return finding(
    'files that are made to harm who decodes them, and one without end',
    `${sent.length + 1} uploads at once`,
    `${kept} are pictures, ${refused} refused, ${memory.words}; ${others.words}`,
    [
      ...bounds,
      others.bound,
      ...(isShort ? [] : [memory.bound]),
      [places.length === kept, `${places.length} pictures are kept of ${kept}`],
      [readdirSync(`${folder}/.uploads`).length === 0, 'what was received is left'],
    ],
  );
};

export const pictureBombs: Attack = {
  name: 'picture-bombs',
  about: 'pictures of billions of pixels, of many frames, cut, with other files in them',
  run: async ({ isShort, startService }) => {
    const folder = newFolder();
    const service = await startService({ PICTURES_DIR: folder, DEMO_DATA: 'true' }, 2);
    return [await play(service, folder, isShort)];
  },
};
