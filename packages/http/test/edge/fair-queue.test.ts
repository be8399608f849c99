import t from 'tap';
import {
  type Cost,
  createFairQueue,
  type Delay,
  type Release,
  unitsOfClient,
} from '../../src/edge/fair-queue.ts';

/** Lets promises settle; timers stand still. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** All units of a client: one request at a time. */
const whole: Cost = { units: unitsOfClient, lane: null, maxInLane: unitsOfClient, maxWaitMs: 2_000 };
const light: Cost = { ...whole, units: 1 };
const inLane: Cost = { ...light, lane: 'list', maxInLane: 1 };

const released = (outcome: Release | Delay | null): Release => {
  if (typeof outcome !== 'function') throw new Error(`not begun: ${outcome}`);
  return outcome;
};

/** Requests by name, in the order in which they begin. */
const recorder = () => {
  const queue = createFairQueue();
  const begun: string[] = [];
  const ask = async (name: string, key: string, cost: Cost) => {
    const release = queue.begin(key, cost) ?? released(await queue.wait(key, cost));
    begun.push(name);
    return release;
  };
  return { queue, begun, ask };
};

t.test('the units of a client go to its request that waits longest, once', async (t) => {
  const { queue, begun, ask } = recorder();
  const first = await ask('first', 'one', whole);
  const [second, third] = [ask('second', 'one', whole), ask('third', 'one', whole)];
  await settled();
  t.strictSame(begun, ['first']);
  first(0);
  first(0);
  const release = await second;
  t.strictSame(begun, ['first', 'second']);
  release(0);
  (await third)(0);
  t.strictSame(begun, ['first', 'second', 'third']);
  t.equal(queue.size, 0, 'a client without requests is forgotten');
});

t.test('a light request passes a heavy one of its client that does not fit', async (t) => {
  const { begun, ask } = recorder();
  const first = await ask('half', 'one', { ...whole, units: unitsOfClient / 2 });
  const heavy = ask('heavy', 'one', whole);
  (await ask('light', 'one', light))(0);
  t.strictSame(begun, ['half', 'light']);
  first(0);
  (await heavy)(0);
});

t.test('in a lane the client comes next that was given the fewest units', async (t) => {
  const { begun, ask } = recorder();
  const first = await ask('a1', 'a', inLane);
  const waiting = [
    ...['a2', 'a3'].map((name) => ask(name, 'a', inLane)),
    ask('heavy', 'b', { ...inLane, units: 16 }),
    ask('b2', 'b', inLane),
    ask('c1', 'c', inLane),
  ];
  first(0);
  // As all of them are there, what others wait for rests.
  for (const request of waiting) void request.then((release) => release(0));
  await Promise.all(waiting);
  t.strictSame(begun.slice(0, 3), ['a1', 'heavy', 'c1'], 'one who has not been served comes first');
  t.equal(begun.at(-1), 'b2', 'after 16 units a client comes last');
});

t.test('a request out of a lane never waits for it', async (t) => {
  const { begun, ask } = recorder();
  const first = await ask('list', 'a', inLane);
  const list = ask('second list', 'b', inLane);
  (await ask('read', 'b', light))(0);
  await settled();
  t.strictSame(begun, ['list', 'read']);
  first(0);
  (await list)(0);
});

t.test('while requests wait, units rest for a moment where there are other clients', async (t) => {
  const { begun, ask } = recorder();
  const first = await ask('first', 'one', whole);
  const [second, third] = [ask('second', 'one', whole), ask('third', 'one', whole)];
  first(0);
  await settled();
  t.strictSame(begun, ['first', 'second'], 'no other client is there');
  (await ask('other', 'two', whole))(0);
  (await second)(0);
  await settled();
  t.strictSame(begun, ['first', 'second', 'other']);
  (await third)(0);
  t.strictSame(begun, ['first', 'second', 'other', 'third']);
});

t.test('units rest, and a request waits for them as long as its cost says', async (t) => {
  const { queue, ask } = recorder();
  (await ask('short', 'short', whole))(10);
  (await ask('long', 'long', whole))(60_000);
  const impatient = { ...whole, maxWaitMs: 50 };
  const [afterShort, afterLong] = [queue.wait('short', impatient), queue.wait('long', impatient)];
  t.equal(await Promise.race([afterShort, 'at once']), 'at once');
  t.type(await afterShort, 'function');
  t.equal(await afterLong, 'client');
});

t.test('tells a client that waits for others from one that waits for itself', async (t) => {
  const { queue, ask } = recorder();
  await ask('busy', 'one', inLane);
  t.equal(await queue.wait('two', { ...inLane, maxWaitMs: 10 }), 'others');
  t.equal(queue.size, 1);
});
