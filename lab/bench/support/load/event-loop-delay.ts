// Loaded into the service by `--import`: writes how long its event loop was held, in milliseconds, when it is asked to.

import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = process.env.EVENT_LOOP_DELAY_FILE;
const histogram = monitorEventLoopDelay({ resolution: 1 });
histogram.enable();

// No other signal is free: the service ends at those that usually end programs.
process.on('SIGWINCH', () => {
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  const report = {
    p50: ms(histogram.percentile(50)),
    p99: ms(histogram.percentile(99)),
    p999: ms(histogram.percentile(99.9)),
    max: ms(histogram.max),
  };
  histogram.reset();
  if (file) writeFileSync(file, JSON.stringify(report));
});
