import t from 'tap';
import { sharedReads } from '../../src/pages/shared-reads.ts';

const scene = () => {
  const begun: { readonly key: string; end(value: string): void; fail(error: Error): void }[] = [];
  const read = sharedReads(
    (key) =>
      new Promise<string>((resolve, reject) => {
        begun.push({ key, end: resolve, fail: reject });
      }),
  );
  return { read, begun };
};

t.test('requests that wait share the next read, which begins after them', async (t) => {
  const { read, begun } = scene();
  const [first, second, third, other] = [read('a'), read('a'), read('a'), read('b')];
  t.same(
    begun.map(({ key }) => key),
    ['a', 'b'],
  );
  begun[0]?.end('old');
  begun[1]?.end('of b');
  t.equal(await first, 'old');
  t.equal(await other, 'of b');
  await new Promise(setImmediate);
  t.equal(begun.length, 3, 'one for both');
  begun[2]?.end('new');
  t.same(await Promise.all([second, third]), ['new', 'new']);
  const last = read('a');
  begun[3]?.end('newest');
  t.equal(await last, 'newest', 'nothing is kept');
});

t.test('a read that fails fails its own requests alone', async (t) => {
  const { read, begun } = scene();
  const [first, second] = [read('a'), read('a')];
  begun[0]?.fail(new Error('gone'));
  await t.rejects(first, { message: 'gone' });
  begun[1]?.end('back');
  t.equal(await second, 'back');
});
