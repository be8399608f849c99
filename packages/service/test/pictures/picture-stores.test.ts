import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PictureFiles, PictureStore } from '@event-platform/domain';
import { pictureStoreContract } from '@event-platform/domain/contracts';
import t, { type Test } from 'tap';
import { claimFolder, diskPictureStore } from '../../src/pictures/disk-picture-store.ts';
import { openPictureStore } from '../../src/pictures/open-pictures.ts';
import { s3PictureStore } from '../../src/pictures/s3-picture-store.ts';
import { startSignedS3 } from '../support/signed-s3.ts';

const clock = { now: () => new Date() };

const newFolder = async (t: Pick<Test, 'teardown'>) => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const bytes = Buffer.from('a picture');
const files: PictureFiles = {
  'small.webp': bytes,
  'medium.webp': bytes,
  'large.webp': bytes,
  'preview.jpg': bytes,
};

const placesIn = async (store: PictureStore): Promise<string[]> => {
  const places: string[] = [];
  for await (const { place } of store.list()) places.push(place);
  return places;
};

t.test('pictures on disk', async (t) => {
  await pictureStoreContract(t, async () => {
    const folder = await newFolder(t);
    t.equal(await claimFolder(folder, clock), null);
    const url = 'https://events.example.com/pictures';
    return {
      store: diskPictureStore(folder, url),
      fetch: (address) => readFile(address.replace(url, folder)).catch(() => null),
      close: async () => undefined,
    };
  });
});

interface S3rver {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

/** A server that stores objects as S3 does, over a socket, for those whose key it knows. */
const startS3 = async (t: Pick<Test, 'teardown'>, bucket = 'pictures') => {
  const Server: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver');
  const server = new Server({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: await newFolder(t) },
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  t.teardown(() => server.close());
  return `http://127.0.0.1:${port}`;
};

/** Those of the server. */
const keys = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

t.test('pictures at an S3 service', async (t) => {
  await pictureStoreContract(t, async () => {
    const endpoint = await startS3(t);
    const url = `${endpoint}/pictures`;
    return {
      store: s3PictureStore({ endpoint, bucket: 'pictures', ...keys }, url),
      fetch: async (address) => {
        const response = await fetch(address);
        return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
      },
      close: async () => undefined,
    };
  });
});

t.test('requests to an S3 service are signed as AWS signs them', async (t) => {
  const settings = {
    bucket: 'pictures',
    region: 'eu-central-1',
    accessKeyId: 'key',
    secretAccessKey: 'a+/=',
  };
  await pictureStoreContract(t, async () => {
    const { endpoint, refused, close } = await startSignedS3(settings);
    const url = `${endpoint}/pictures`;
    return {
      store: s3PictureStore({ endpoint, ...settings }, url),
      fetch: async (address) => {
        const response = await fetch(address);
        return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
      },
      close: async () => {
        t.strictSame(refused, []);
        await close();
      },
    };
  });
  const { endpoint, refused, close } = await startSignedS3(settings);
  t.teardown(close);
  const store = s3PictureStore({ endpoint, ...settings }, '');
  for (const place of ['-_~.', 'with a space', "ü!'()*", '100%25', 'a&b=c;d,e:f@g$h']) {
    await store.put(place, files);
    t.equal(await store.move(place, `${place} aside`), true, place);
    await store.delete(`${place} aside`);
  }
  t.strictSame(refused, []);
  const other = s3PictureStore({ endpoint, ...settings, secretAccessKey: 'another' }, '');
  await t.rejects(other.put('one', files), { message: 'unavailable' });
  t.match(refused[0], 'PUT /pictures/one/small.webp');
});

t.test('an S3 service that refuses or is out of reach is an outage', async (t) => {
  const endpoint = await startS3(t);
  const open = (changes: object) =>
    s3PictureStore({ endpoint, bucket: 'pictures', ...keys, ...changes }, endpoint);
  for (const changes of [
    { accessKeyId: 'unknown' },
    { bucket: 'unknown' },
    { endpoint: 'http://127.0.0.1:1' },
  ]) {
    await t.rejects(open(changes).put('one', files), { message: 'unavailable' });
    await t.rejects(placesIn(open(changes)), { message: 'unavailable' });
  }
});

t.test('a disk that takes nothing keeps what is there', async (t) => {
  const folder = await newFolder(t);
  await claimFolder(folder, clock);
  const store = diskPictureStore(folder, '');
  await store.put('one', files);
  // A folder in the way stands for a disk that fails in the middle.
  await mkdir(join(folder, 'two'));
  await writeFile(join(folder, 'two', 'other'), '');
  await t.rejects(store.put('two', files), { message: 'unavailable' });
  t.strictSame((await readdir(folder)).sort(), ['.host', '.uploads', 'one', 'two']);
  const missing = diskPictureStore(join(folder, 'missing'), '');
  await t.rejects(missing.put('one', files), { message: 'unavailable' });
});

t.test('what was being received or built is found by the sweep, and another folder is not', async (t) => {
  const folder = await newFolder(t);
  await claimFolder(folder, clock);
  const [received, built] = [`.uploads/upload-${randomUUID()}`, `.put-${randomUUID()}`];
  await writeFile(join(folder, received), '');
  await mkdir(join(folder, built));
  const store = diskPictureStore(folder, '');
  const places = await placesIn(store);
  t.strictSame(places.sort(), [built, received]);
  for (const place of places) await store.delete(place);
  t.strictSame((await readdir(folder)).sort(), ['.host', '.uploads']);
  await rm(join(folder, '.host'));
  await t.rejects(placesIn(store), { message: /not the folder of the pictures/ });
});

t.test('a folder that another host writes to is told', async (t) => {
  const folder = await newFolder(t);
  let now = new Date('2026-06-01T12:00:00.000Z');
  const steered = { now: () => now };
  t.equal(await claimFolder(folder, steered, 'one'), null);
  t.equal(await claimFolder(folder, steered, 'one'), null);
  t.match(await claimFolder(folder, steered, 'two'), /one wrote to .* within a day/);
  now = new Date('2026-06-02T12:00:00.000Z');
  t.equal(await claimFolder(folder, steered, 'one'), null);
  await writeFile(join(folder, 'file'), '');
  t.match(await claimFolder(join(folder, 'file', 'in'), steered), /no picture can be kept/);
});

t.test('caches are told once the hook takes it', async (t) => {
  const posts: { readonly url: string; readonly body: string }[] = [];
  let status: number | null = 204;
  const sender = {
    post: async (message: { url: string; body: string }) => {
      posts.push(message);
      return status;
    },
  };
  const pictures = { folder: '/nowhere', url: '', s3: undefined, purgeUrl: 'https://hooks.example.com/' };
  const open = (changes = {}) =>
    openPictureStore(
      { pictures: { ...pictures, ...changes }, webhookSecret: 'whsec_c2VjcmV0' },
      { clock: { now: () => new Date('2026-06-01T12:00:00.000Z') }, sender },
    );
  await (await open()).purgePictures(['https://events.example.com/a']);
  t.match(posts, [{ url: pictures.purgeUrl, secrets: ['whsec_c2VjcmV0'], isTrusted: true }]);
  t.strictSame(JSON.parse(posts[0]?.body ?? ''), {
    type: 'pictures.purge',
    timestamp: '2026-06-01T12:00:00.000Z',
    data: { urls: ['https://events.example.com/a'] },
  });
  for (status of [500, null]) await t.rejects((await open()).purgePictures(['a']), { message: /purge hook/ });
  await (await open({ purgeUrl: undefined })).purgePictures(['a']);
  t.equal(posts.length, 3);
});

t.test('what others keep beside pictures is not listed, so that no sweep deletes it', async (t) => {
  const folder = await newFolder(t);
  await claimFolder(folder, clock);
  const onDisk = diskPictureStore(folder, '/pictures');
  await mkdir(join(folder, 'lost+found'));
  await writeFile(join(folder, 'notes.txt'), 'of the operator');
  const endpoint = await startS3(t);
  const atS3 = s3PictureStore({ endpoint, bucket: 'pictures', ...keys }, `${endpoint}/pictures`);
  await atS3.put('logs', files);
  for (const store of [onDisk, atS3]) {
    await store.put('one-0000000000000000-A', files);
    t.strictSame(await placesIn(store), ['one-0000000000000000-A']);
  }
});
