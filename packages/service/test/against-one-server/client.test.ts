import * as module from '@event-platform/client';
import t from 'tap';
import { openMigratedDatabase } from '../../../adapters-postgres/test-support/test-database.ts';
import { tour, uncalled } from '../../../client/test/support/tour.ts';
import { replicaVariables, startReplica } from '../support/replica.ts';
import { cleanUp } from '../support/service-process.ts';

t.teardown(cleanUp);

t.test('the client calls every operation of the service on PostgreSQL', { timeout: 120_000 }, async (t) => {
  const database = await openMigratedDatabase();
  t.teardown(database.close);
  const phones = ['+15550001111', '+15550002222', '+15550003333'] as const;
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const { url } = await startReplica({
    ...replicaVariables(),
    DATABASE_URL: database.url,
    TEST_PHONES: `${phones.map((phone) => `${phone}=1234`).join(',')};until=${until}`,
    LOG_LEVEL: 'silent',
  });
  const requests = await tour({ module, baseUrl: url, phones, code: '1234' });
  const document = await (await fetch(`${url}/openapi.json`)).json();
  t.strictSame(uncalled(document as Parameters<typeof uncalled>[0], requests), []);
});
