import { type Adapters, contracts, type TestScope } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

const database = await openTestPostgres();
t.teardown(database.close);

const open = async (): Promise<Adapters> => {
  await database.empty();
  const { stores, unitOfWork, callWindows, changeMarks } = database.postgres;
  return { stores, unitOfWork, callWindows, changeMarks, close: async () => {} };
};

for (const [port, contract] of Object.entries(contracts))
  await t.test(`${port} in PostgreSQL`, (t) => contract(t as unknown as TestScope, open));
