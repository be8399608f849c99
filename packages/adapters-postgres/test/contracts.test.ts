import type { Change } from '@event-platform/domain';
import { type Adapters, contracts, fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { acceleratorNames } from '../src/open-postgres.ts';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

const databases = {
  plain: await openTestPostgres(t, { accelerators: [], isBatch: true }),
  accelerated: await openTestPostgres(t, {
    ...{ accelerators: acceleratorNames, isBatch: true },
    clock: { now: () => fixtures.now },
  }),
};
await databases.accelerated.postgres.loadListings();

for (const [way, database] of Object.entries(databases)) {
  const open = async (): Promise<Adapters> => {
    await database.empty();
    const { stores, unitOfWork, formReceipts, idempotency } = database.postgres;
    return {
      stores,
      unitOfWork,
      idempotency,
      formReceipts,
      queuedMails: () =>
        database.query<Awaited<ReturnType<Adapters['queuedMails']>>[number]>(
          `select data ->> 'invitationId' as id, (data ->> 'sending')::int as sending from outbox
           where queue = 'invitation-mail'`,
        ),
      takeChanges: (at) =>
        database.query<Change>(
          `with taken as (delete from outbox where queue = 'changes' and due_at <= $1 returning *)
           select id, kind, event_id as "eventId", user_id as "userId", actor_id as "actorId", data, at, due_at as "dueAt"
           from taken order by due_at`,
          [at],
        ),
      close: async () => {},
    };
  };
  for (const [port, contract] of Object.entries(contracts))
    await t.test(`${port} in PostgreSQL, ${way}`, (t) => contract(t, open));
}
