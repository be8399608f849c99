import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import t from 'tap';
import { ownBytes } from '../../../src/plugins/caching/shared-body.ts';

t.test('bytes that stay in the cache keep no larger buffer with them', async (t) => {
  const text = '{"title":"Straßenfest 🎉"}';
  const fromText = ownBytes(text);
  t.equal(fromText.toString(), text);
  t.equal(fromText.buffer.byteLength, fromText.length);
  const packed = await promisify(gzip)(text);
  t.ok(packed.buffer.byteLength > packed.length, 'zlib gives a part of a larger one');
  const fromBytes = ownBytes(packed);
  t.ok(fromBytes.equals(packed));
  t.equal(fromBytes.buffer.byteLength, fromBytes.length);
});
