// No test but the one of load shedding is about a late event loop. Tests call the application for seconds without a turn of the
// loop, longer where a machine is busy, and would receive 503 then.
import { loadShedding } from '../src/edge/edge.ts';

loadShedding.maxEventLoopDelay = 0;
