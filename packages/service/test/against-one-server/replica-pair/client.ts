import * as module from '@event-platform/client';
import type { Test } from 'tap';
import { tour, uncalled } from '../../../../client/test/support/tour.ts';
import type { ReplicaPair } from '../../support/replica-pair.ts';

export const testClient = async (t: Test, { replicas: [{ url }], phones }: ReplicaPair): Promise<void> => {
  const [ada = '', bob = '', eve = ''] = phones(3);
  const requests = await tour({ module, baseUrl: url, phones: [ada, bob, eve], code: '1234' });
  const document = await (await fetch(`${url}/openapi.json`)).json();
  t.strictSame(uncalled(document as Parameters<typeof uncalled>[0], requests), []);
};
