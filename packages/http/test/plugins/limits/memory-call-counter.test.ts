import t from 'tap';
import { memoryCallCounter } from '../../../src/plugins/limits/memory-call-counter.ts';

t.test('calls are counted by key and minute', async (t) => {
  const { count } = memoryCallCounter();
  t.strictSame([await count('a', 7), await count('a', 7), await count('b', 7)], [1, 2, 1]);
  t.strictSame([await count('a', 8), await count('b', 8), await count('a', 8)], [1, 1, 2]);
});

t.test('a process remembers a bounded number of callers', async (t) => {
  const { count } = memoryCallCounter();
  for (let caller = 0; caller < 100_000; caller += 1) await count(`caller ${caller}`, 1);
  t.strictSame([await count('one more', 1), await count('one more', 1)], [1, 1], 'not remembered');
  t.strictSame([await count('caller 0', 1), await count('caller 99999', 1)], [2, 2], 'the others still are');
});
