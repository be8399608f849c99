import type { Attack } from '../attack.ts';
import { crowds } from './crowds.ts';
import { endlessForms } from './endless-forms.ts';
import { fullCircles } from './full-circles.ts';
import { heldConnections } from './held-connections.ts';
import { heldEventLoop } from './held-event-loop.ts';
import { keptReceipts } from './kept-receipts.ts';
import { laggingStandby } from './lagging-standby.ts';
import { lockout } from './lockout.ts';
import { mailFlood } from './mail-flood.ts';
import { neverReaders } from './never-readers.ts';
import { newerFeatures } from './newer-features.ts';
import { occupiedLists } from './occupied-lists.ts';
import { oneAccount } from './one-account.ts';
import { operators } from './operators.ts';
import { parallelSeriesChanges } from './parallel-series-changes.ts';
import { pictureBombs } from './picture-bombs.ts';
import { pushFlood } from './push-flood.ts';
import { replicas } from './replicas.ts';
import { returns } from './returns.ts';
import { slowReaders } from './slow-readers.ts';
import { slowUploads } from './slow-uploads.ts';
import { smsBudget } from './sms-budget.ts';
import { smuggledRequests } from './smuggled-requests.ts';
import { spentBudgets } from './spent-budgets.ts';
import { stolenRefreshToken } from './stolen-refresh-token.ts';
import { worstReads } from './worst-reads.ts';

/** What others get: they may run beside other work. */
export const outcomeAttacks: readonly Attack[] = [
  smsBudget,
  lockout,
  spentBudgets,
  stolenRefreshToken,
  mailFlood,
  pushFlood,
  occupiedLists,
  oneAccount,
  returns,
  operators,
  keptReceipts,
  replicas,
  smuggledRequests,
];

/** What others wait for and processes hold: nothing else may run beside them. */
export const loadAttacks: readonly Attack[] = [
  worstReads,
  heldEventLoop,
  heldConnections,
  neverReaders,
  slowReaders,
  fullCircles,
  parallelSeriesChanges,
  crowds,
  laggingStandby,
  newerFeatures,
  pictureBombs,
  slowUploads,
  endlessForms,
];
