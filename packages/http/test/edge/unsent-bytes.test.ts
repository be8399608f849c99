import { Socket } from 'node:net';
import t from 'tap';
import { UnsentBytes } from '../../src/edge/unsent-bytes.ts';

/** A third of what one client may leave unread. */
const part = 1_000_000;

t.test('a client has room until it left three megabytes unread, and gets six at most', async (t) => {
  const unsent = new UnsentBytes(1_000);
  const socket = new Socket();
  const first = unsent.add('one', socket, 2 * part);
  t.ok(unsent.hasRoom('one'));
  const second = unsent.add('one', socket, part);
  t.notOk(unsent.hasRoom('one'));
  t.ok(unsent.hasRoom('two'), 'others have room of their own');
  t.ok(unsent.add('one', socket, 3 * part), 'what was being made when there was room');
  t.equal(unsent.add('one', socket, 1), null);
  t.equal(unsent.total, 6 * part);
  first?.end();
  first?.end();
  second?.end();
  t.equal(unsent.total, 3 * part, 'each response ends once');
});

t.test('a response that is longer than that goes to a client that reads', async (t) => {
  const unsent = new UnsentBytes(1_000);
  t.ok(unsent.add('one', new Socket(), 20 * part));
  t.equal(unsent.add('one', new Socket(), 1), null);
});

t.test('the more clients leave responses unread, the less room each has', async (t) => {
  const unsent = new UnsentBytes(1_000);
  for (let client = 0; client < 48; client += 1) unsent.add(String(client), new Socket(), part - 1);
  t.ok(unsent.hasRoom('0'));
  unsent.add('another', new Socket(), 1);
  t.notOk(unsent.hasRoom('0'));
  t.ok(unsent.hasRoom('one without any'));
});

t.test('who waits for room gets that of connections which take nothing', async (t) => {
  const unsent = new UnsentBytes(1_000);
  const [stalled, read, waiting] = [new Socket(), new Socket(), new Socket()];
  for (const socket of [stalled, read]) Object.defineProperty(socket, 'writableLength', { value: 1 });
  unsent.add('one', waiting, 1);
  const slow = unsent.add('one', read, 2 * part);
  const never = unsent.add('one', stalled, 2 * part);
  // What has no connection can't be reset.
  stalled.on('error', () => undefined).on('close', () => never?.end());
  const timer = setInterval(() => slow?.progress(), 100);
  t.ok(await unsent.waitForRoom('one'));
  clearInterval(timer);
  t.ok(stalled.destroyed);
  t.notOk(read.destroyed, 'one that is read slowly stays');
  t.notOk(waiting.destroyed, 'so does one that took all there was');
});
