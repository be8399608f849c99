import t from 'tap';
import { contracts, type Open } from '../contracts/index.ts';
import { createMemoryWorld } from '../memory/index.ts';

const open: Open = async () => {
  const { dependencies, formReceipts, idempotency, tables } = createMemoryWorld();
  return {
    stores: dependencies.stores,
    unitOfWork: dependencies.unitOfWork,
    idempotency,
    formReceipts,
    queuedMails: async () => tables.outbox.rows(),
    close: async () => undefined,
  };
};

for (const [port, contract] of Object.entries(contracts))
  await t.test(`${port} in memory`, (t) => contract(t, open));
