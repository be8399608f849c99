import t from 'tap';
import { contracts, type Open } from '../contracts/index.ts';
import { createMemoryWorld } from '../memory/index.ts';
import { takeChanges } from '../memory/outbox/memory-outbox.ts';

const open: Open = async () => {
  const { dependencies, formReceipts, idempotency, tables } = createMemoryWorld();
  return {
    stores: dependencies.stores,
    unitOfWork: dependencies.unitOfWork,
    idempotency,
    formReceipts,
    queuedMails: async () => tables.outbox.rows(),
    takeChanges: async (at) => takeChanges(tables, at),
    close: async () => undefined,
  };
};

for (const [port, contract] of Object.entries(contracts))
  await t.test(`${port} in memory`, (t) => contract(t, open));
