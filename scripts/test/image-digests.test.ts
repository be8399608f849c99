import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { digestCommands, withoutDigest } from '../../ops/packages/image-digests.ts';

const root = join(import.meta.dirname, '../..');

t.test('an image without a digest is found, with the command that tells it', async (t) => {
  const digest = `sha256:${'0a'.repeat(32)}`;
  const files = new Map([
    ['Dockerfile', `FROM node:26.10-slim AS build\nFROM node:26.10-slim@${digest}\n`],
    [
      'compose.yaml',
      `  image: event-platform:0.1.0\n    image: haproxy:3.2\n    image: postgres:18.4@${digest}\n`,
    ],
  ]);
  const images = withoutDigest(files);
  t.strictSame(images, [
    { file: 'Dockerfile', image: 'node:26.10-slim' },
    { file: 'compose.yaml', image: 'haproxy:3.2' },
  ]);
  t.match(digestCommands(images), /compose\.yaml: docker buildx imagetools inspect haproxy:3\.2 --format/);
});

t.test('the images of this checkout are seen', async (t) => {
  const names = ['Dockerfile', 'compose.yaml', 'ops/kubernetes/database.yaml'];
  for (const name of names) {
    const text = readFileSync(join(root, name), 'utf8').replaceAll(/@sha256:[0-9a-f]{64}/g, '');
    t.ok(withoutDigest(new Map([[name, text]])).length > 0, name);
  }
});
