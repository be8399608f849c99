import type { Scenario } from '../scenario.ts';
import { bookingKilled } from './booking-killed.ts';
import { fanOut } from './fan-out.ts';
import { jobsFull } from './jobs-full.ts';
import { killReplica } from './kill-replica.ts';
import { mailWorkerKilled } from './mail-worker-killed.ts';
import { postgresFrozen } from './postgres-frozen.ts';
import { postgresSlow } from './postgres-slow.ts';
import { postgresStopped } from './postgres-stopped.ts';
import { receiversDown } from './receivers-down.ts';
import { restore } from './restore.ts';
import { rollingRestart } from './rolling-restart.ts';
import { stopUnderLoad } from './stop-under-load.ts';
import { upgrade } from './upgrade.ts';

export const scenarios: readonly Scenario[] = [
  killReplica,
  bookingKilled,
  postgresStopped,
  postgresFrozen,
  postgresSlow,
  stopUnderLoad,
  rollingRestart,
  mailWorkerKilled,
  fanOut,
  receiversDown,
  jobsFull,
  upgrade,
  restore,
];
