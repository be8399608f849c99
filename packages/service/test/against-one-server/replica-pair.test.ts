// Tests that need two replicas with usual settings and leave them running share one pair: to start it takes longer.
import t from 'tap';
import { startReplicaPair } from '../support/replica-pair.ts';
import { cleanUp } from '../support/service-process.ts';
import { testClient } from './replica-pair/client.ts';
import { testIdempotency } from './replica-pair/idempotency.ts';
import { testSignOutRace } from './replica-pair/sign-out-race.ts';

t.teardown(cleanUp);

t.test('a pair of replicas', async (t) => {
  const pair = await startReplicaPair(t);
  await t.test('the client calls every operation of the service on PostgreSQL', (t) => testClient(t, pair));
  await t.test('a request with a key has one effect, whatever becomes of its process', (t) =>
    testIdempotency(t, pair),
  );
  await t.test('a list that races with a sign-out never has the flags of a session that had ended', (t) =>
    testSignOutRace(t, pair),
  );
});
