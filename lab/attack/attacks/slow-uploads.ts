import { once } from 'node:events';
import { request as send } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { still } from '../../../packages/service/test/support/bombs.ts';
import { type Attack, type Finding, finding } from '../attack.ts';
import { latencyOf, type RealService } from '../real-service.ts';
import { waitsWhile, warmUp, watchMemory } from '../waits.ts';

const uploads = 20;
const fileBytes = 10 * 1024 * 1024;
const mostMb = 100;
/** In short only what is far off is a fault: other work of the machine decides. */
const bounds = { receiving: 2, decoding: 4, shortMs: 1_000 };

/** A photo of twelve megapixels; what is after its end makes it as long as may be. */
const longestPhoto = async (isShort: boolean): Promise<Buffer> => {
  const photo = await (isShort ? still(800, 600) : still(4_000, 3_000)).jpeg().toBuffer();
  return Buffer.concat([photo, Buffer.alloc(fileBytes - photo.length)]);
};

/** Sends all but the last byte evenly; then `finish` sends that, and resolves with the status. */
const sendSlowly = async ({ port }: RealService, token: string, file: Buffer, ms: number) => {
  const upload = send({
    ...{ port, host: '127.0.0.1', path: '/v1/pictures', method: 'POST', agent: false },
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
      'content-length': file.length,
    },
  });
  const status = once(upload, 'response').then(
    ([response]) => {
      response.resume();
      return response.statusCode as number;
    },
    () => 0,
  );
  const steps = 100;
  const most = Math.ceil((file.length - 1) / steps);
  for (let sent = 0; sent < file.length - 1; sent += most) {
    if (!upload.write(file.subarray(sent, Math.min(sent + most, file.length - 1))))
      await Promise.race([once(upload, 'drain'), status]);
    await delay(ms / steps);
  }
  return () => {
    upload.end(file.subarray(file.length - 1));
    return status;
  };
};

const p99 = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? Number.NaN;

const play = async (service: RealService, isShort: boolean): Promise<Finding> => {
  const [other = '', ...senders] = service.people.map(({ token }) => token);
  const file = await longestPhoto(isShort);
  if (!isShort) await warmUp(service, other);
  const list = () => latencyOf(`${service.replica.url}/v1/events?limit=50`);
  const receiveMs = isShort ? 3_000 : 20_000;
  const idle = p99(await waitsWhile(list, delay(isShort ? 1_000 : 10_000)));

  const grown = watchMemory(service, mostMb);
  const sending = Promise.all(senders.map((token) => sendSlowly(service, token, file, receiveMs)));
  const receiving = p99(await waitsWhile(list, sending));
  const memory = grown();
  const finished = sending.then((all) => Promise.all(all.map((finish) => finish())));
  const decoding = p99(await waitsWhile(list, finished));
  const statuses = await finished;
  const kept = statuses.filter((status) => status === 201).length;
  const isBearable = (wait: number, times: number) => wait < (isShort ? bounds.shortMs : times * idle);
  const words = [idle, receiving, decoding].map((wait) => wait.toFixed(1));
  return finding(
    `${uploads} photos of 10 MiB at once from slow phones`,
    `${uploads} uploads`,
    `${kept} kept, ${memory.words}; 99 of 100 lists within ${words[0]} → ${words[1]} ms while received, ${words[2]} ms while decoded`,
    [
      [kept === uploads, `${kept} of ${uploads} are kept: ${[...new Set(statuses)]}`],
      [isBearable(receiving, bounds.receiving), `lists wait for ${words[1]} ms while files are received`],
      [isBearable(decoding, bounds.decoding), `lists wait for ${words[2]} ms while files are decoded`],
      memory.bound,
    ],
  );
};

export const slowUploads: Attack = {
  name: 'slow-uploads',
  about: 'twenty accounts send the longest photos slowly at once',
  run: async ({ isShort, startService }) => [
    await play(await startService({ DEMO_DATA: 'true' }, uploads + 1), isShort),
  ],
};
