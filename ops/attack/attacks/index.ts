import type { Attack } from '../attack.ts';
import { bulkInvites } from './bulk-invites.ts';
import { heldConnections } from './held-connections.ts';
import { heldEventLoop } from './held-event-loop.ts';
import { laggingStandby } from './lagging-standby.ts';
import { lockout } from './lockout.ts';
import { madeUpWords } from './made-up-words.ts';
import { mailFlood } from './mail-flood.ts';
import { neverReaders } from './never-readers.ts';
import { operators } from './operators.ts';
import { smsBudget } from './sms-budget.ts';
import { stolenRefreshToken } from './stolen-refresh-token.ts';
import { worstReads } from './worst-reads.ts';

/** Every attack, in the order of the table. */
export const attacks: readonly Attack[] = [
  smsBudget,
  lockout,
  stolenRefreshToken,
  worstReads,
  madeUpWords,
  heldEventLoop,
  heldConnections,
  neverReaders,
  mailFlood,
  bulkInvites,
  operators,
  laggingStandby,
];
