import { type Adapters, contracts } from '@event-platform/domain/contracts';
import t from 'tap';
import { acceleratorNames } from '../src/open-postgres.ts';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

const databases = {
  plain: await openTestPostgres(t, { accelerators: [], isBatch: true }),
  accelerated: await openTestPostgres(t, { accelerators: acceleratorNames, isBatch: true }),
};

for (const [way, database] of Object.entries(databases)) {
  const open = async (): Promise<Adapters> => {
    await database.empty();
    await database.query('delete from jobs.job');
    const { stores, unitOfWork, formReceipts, idempotency } = database.postgres;
    return {
      stores,
      unitOfWork,
      idempotency,
      formReceipts,
      queuedMails: () =>
        database.query<Awaited<ReturnType<Adapters['queuedMails']>>[number]>(
          `select data ->> 'invitationId' as id, (data ->> 'sending')::int as sending from jobs.job
           where name = 'invitation-mail'`,
        ),
      close: async () => {},
    };
  };
  for (const [port, contract] of Object.entries(contracts))
    await t.test(`${port} in PostgreSQL, ${way}`, (t) => contract(t, open));
}
