import { webhookTypes } from '@event-platform/domain';
import { createMemoryWorld } from '@event-platform/domain/memory';
import t from 'tap';
import { operatorSecrets, setOperatorWebhook } from '../../src/outbox/operator-webhook.ts';

const webhook = { url: 'https://hooks.example.com/all', secret: 'whsec_b3BlcmF0b3I=' };

t.test('the endpoint of the operator is one, and goes when it is configured no more', async (t) => {
  const { dependencies, tables } = createMemoryWorld();
  await setOperatorWebhook(webhook, dependencies);
  await setOperatorWebhook({ ...webhook, url: 'https://hooks.example.com/new' }, dependencies);
  t.match(tables.webhooks.rows(), [
    { ownerId: null, url: 'https://hooks.example.com/new', types: webhookTypes, isEnabled: true },
  ]);
  t.equal(tables.webhooks.rows().length, 1);
  await setOperatorWebhook(undefined, dependencies);
  t.strictSame(tables.webhooks.rows(), []);
});

t.test('its secret is the configured one, others have their own', async (t) => {
  const { dependencies } = createMemoryWorld();
  const [own, others] = [
    { id: 'a', ownerId: null },
    { id: 'b', ownerId: '0198c0de-0000-7000-8000-00000000000a' },
  ] as unknown as Parameters<typeof dependencies.webhookSecrets.of>[0][];
  if (!own || !others) return t.fail();
  const configured = operatorSecrets(webhook, dependencies.webhookSecrets);
  t.equal(await configured.of(own, 0), webhook.secret);
  t.equal(await configured.of(others, 1), await dependencies.webhookSecrets.of(others, 1));
  const absent = operatorSecrets(undefined, dependencies.webhookSecrets);
  t.equal(await absent.of(own, 0), await dependencies.webhookSecrets.of(own, 0));
});
