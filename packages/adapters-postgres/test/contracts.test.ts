import { type Adapters, contracts } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

t.setTimeout(180_000);
const database = await openTestPostgres(t);

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
  await t.test(`${port} in PostgreSQL`, (t) => contract(t, open));
