// The process that decodes one file: whatever the file does to it ends with it.
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { decodeFile } from './decode-file.ts';
import type { DecodeOrder, DecodeResult } from './decode-order.ts';

// Whoever would end a file that takes too long is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.once('message', async (order: DecodeOrder) => {
  // The lowest one would wait for minutes on a machine whose processors are taken: 80 s against 12 s, four busy on two.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // Where memory ends, Linux ends this process and not the one that serves requests.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
  const answer = (result: DecodeResult) =>
    new Promise<void>((resolve) => void process.send?.(result, () => resolve()));
  const watch = setInterval(async () => {
    const { user, system } = process.cpuUsage();
    const isSpent = user + system > order.maxProcessorMs * 1_000;
    if (isSpent) await answer({ isUnavailable: true });
    if (isSpent || process.memoryUsage.rss() > order.maxBytes) process.kill(process.pid, 'SIGKILL');
  }, 10);
  const result = await decodeFile(order);
  clearInterval(watch);
  await answer(result);
  process.disconnect?.();
});
