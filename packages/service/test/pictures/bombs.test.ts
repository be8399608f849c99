import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type PictureType, picturePolicy } from '@event-platform/domain';
import sharp from 'sharp';
import t from 'tap';
import { childDecoder, type DecoderLimits } from '../../src/pictures/child-decoder.ts';
import { decodeFile } from '../../src/pictures/decode-file.ts';
import { pictureWarnings } from '../../src/pictures/open-pictures.ts';
import { bombs, noise, still } from '../support/bombs.ts';

const folder = await mkdtemp(join(tmpdir(), 'bombs-'));
t.teardown(() => rm(folder, { recursive: true, force: true }));

const jpeg = await still(640, 480).jpeg().toBuffer();

const decode = async (
  bytes: Buffer,
  mediaType: PictureType,
  limits: Partial<DecoderLimits> = {},
  program?: URL,
) => {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return childDecoder(limits, program).decode({ path, mediaType });
};

for (const [name, [bytes, type, outcome]] of Object.entries(await bombs()))
  t.test(name, async (t) => {
    const result = await decode(bytes, type);
    if (outcome instanceof RegExp) t.match('fault' in result ? result.fault : 'a picture', outcome);
    else t.strictSame('fault' in result ? result.fault : [result.width, result.height], outcome);
    if ('fault' in result) return;
    for (const [file, made] of Object.entries(result.files)) {
      t.match((await sharp(made).metadata()).format, /^(?:webp|jpeg)$/, file);
      t.notOk(Buffer.from(made).includes('<html>') || Buffer.from(made).includes('PK\x03\x04'), file);
    }
  });

t.test('a picture cut at each kilobyte is refused', async (t) => {
  const path = join(folder, 'cut');
  const files: readonly (readonly [PictureType, Buffer])[] = [
    ['image/jpeg', await noise().jpeg({ quality: 95 }).toBuffer()],
    ['image/png', await noise().png().toBuffer()],
    ['image/webp', await noise().webp({ lossless: true }).toBuffer()],
    ['image/avif', await noise().avif({ effort: 0, quality: 90 }).toBuffer()],
  ];
  for (const [mediaType, bytes] of files) {
    t.ok(bytes.length > 10_000, mediaType);
    const taken: number[] = [];
    for (let length = 0; length < bytes.length; length += 1_024) {
      await writeFile(path, bytes.subarray(0, length));
      const result = await decodeFile({ path, mediaType, policy: picturePolicy });
      if (!('fault' in result && /broken/.test(result.fault))) taken.push(length);
    }
    t.strictSame(taken, [], `${mediaType} of ${bytes.length}`);
    await writeFile(path, bytes);
    t.match(await decodeFile({ path, mediaType, policy: picturePolicy }), { width: 120, height: 80 });
  }
});

const programOf = async (name: string, source: string): Promise<URL> => {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, `process.once('message', () => { ${source} });`);
  return pathToFileURL(path);
};

t.test('a decoder that crashes, hangs or takes memory ends with its file alone', async (t) => {
  const crash = await programOf('crash', 'process.abort();');
  t.match(await decode(jpeg, 'image/jpeg', {}, crash), { fault: /memory/ });
  const hang = await programOf('hang', 'setInterval(() => {}, 1000);');
  await t.rejects(decode(jpeg, 'image/jpeg', { withinMs: 500 }, hang), { message: 'unavailable' });
  t.match(await decode(jpeg, 'image/jpeg', { maxBytes: 1_000 }), { fault: /memory/ });
  await t.rejects(decode(jpeg, 'image/jpeg', { maxProcessorMs: 1 }), { message: 'unavailable' });
  const missing = await programOf(
    'missing',
    'process.send({ isUnavailable: true }, () => process.disconnect());',
  );
  await t.rejects(decode(jpeg, 'image/jpeg', {}, missing), { message: 'unavailable' });
});

t.test('where sharp or its binary is missing, pictures are an outage that a start warns of', async (t) => {
  const sources = fileURLToPath(new URL('../../src/pictures/', import.meta.url));
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'package.json'), '{"type": "module"}');
  for (const name of ['decoder.ts', 'decode-file.ts', 'decode-order.ts'])
    await cp(join(sources, name), join(elsewhere, name));
  const program = pathToFileURL(join(elsewhere, 'decoder.ts'));
  await t.rejects(decode(jpeg, 'image/jpeg', {}, program), { message: 'unavailable' });
  // All of its packages but the binary, as where the platform has none.
  for (const name of ['sharp', 'detect-libc', 'semver', 'thumbhash', '@img/colour']) {
    const installed = fileURLToPath(new URL(`../../../../node_modules/${name}`, import.meta.url));
    await cp(installed, join(elsewhere, 'node_modules', name), { recursive: true });
  }
  await t.rejects(decode(jpeg, 'image/jpeg', {}, program), { message: 'unavailable' });

  const pictures = { folder: join(folder, 'pictures'), url: '', s3: undefined, purgeUrl: undefined };
  const clock = { now: () => new Date() };
  t.strictSame(await pictureWarnings({ pictures }, clock), []);
  const [warning, ...others] = await pictureWarnings({ pictures }, clock, () => false);
  t.match(warning, /no binary for this platform; uploads are refused/);
  t.strictSame(others, []);
});

t.test('two files are decoded at once, the others wait', async (t) => {
  const slow = await programOf(
    'slow',
    'setTimeout(() => process.send({ fault: String(process.pid) }, () => process.disconnect()), 300);',
  );
  const decoder = childDecoder({}, slow);
  const results = await Promise.all(
    Array.from({ length: 5 }, () => decoder.decode({ path: '', mediaType: 'image/jpeg' })),
  );
  t.equal(new Set(results.map((result) => JSON.stringify(result))).size, 5);
  decoder.close();
});
