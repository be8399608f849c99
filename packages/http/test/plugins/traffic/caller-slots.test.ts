import t from 'tap';
import { createCallerSlots } from '../../../src/plugins/traffic/caller-slots.ts';

/** Lets promises settle; timers stand still. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

t.test('a slot is given to who waits longest, and once', async (t) => {
  const slots = createCallerSlots();
  const first = await slots.take('one', 1);
  const order: string[] = [];
  const second = slots.take('one', 1).then((release) => {
    order.push('second');
    return release;
  });
  const third = slots.take('one', 1).then((release) => {
    order.push('third');
    return release;
  });
  await settled();
  t.strictSame(order, []);
  first?.(0);
  first?.(0);
  const release = await second;
  t.strictSame(order, ['second']);
  release?.(0);
  (await third)?.(0);
  t.strictSame(order, ['second', 'third']);
  t.equal(slots.size, 0, 'a caller without slots is forgotten');
});

t.test('while requests wait, a slot rests for a moment where there are other callers', async (t) => {
  const slots = createCallerSlots();
  const begun: string[] = [];
  const next = async (name: string, key: string) => {
    const release = await slots.take(key, 1);
    begun.push(name);
    return release;
  };
  const first = await next('first', 'one');
  const [second, third] = [next('second', 'one'), next('third', 'one')];
  first?.(0);
  await settled();
  t.strictSame(begun, ['first', 'second'], 'no other caller is there');
  (await next('other', 'two'))?.(0);
  (await second)?.(0);
  await settled();
  t.strictSame(begun, ['first', 'second', 'other']);
  (await third)?.(0);
  t.strictSame(begun, ['first', 'second', 'other', 'third']);
});

t.test('a slot rests, and a request waits two seconds for it at most', async (t) => {
  const slots = createCallerSlots();
  (await slots.take('short', 1))?.(10);
  (await slots.take('long', 1))?.(60_000);
  const [afterShort, afterLong] = [slots.take('short', 1), slots.take('long', 1)];
  t.equal(await Promise.race([afterShort, 'at once']), 'at once');
  t.type(await afterShort, 'function');
  t.equal(await afterLong, null);
});
