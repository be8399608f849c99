import t from 'tap';
import { contracts, type Open, pictureStoreContract } from '../contracts/index.ts';
import { createMemoryWorld, memoryPictureStore } from '../memory/index.ts';
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

await t.test('pictures in memory', (t) =>
  pictureStoreContract(t, async () => {
    const { store, places } = memoryPictureStore({ now: () => new Date() });
    return {
      store,
      fetch: async (url) => {
        const [file, id] = url.split('/').reverse() as ['medium.webp', string];
        return places.get(id)?.files[file] ?? null;
      },
      close: async () => undefined,
    };
  }),
);
