import type { UserId } from '../../src/ids.ts';
import { after } from '../../src/time.ts';
import type { Webhook, WebhookDelivery } from '../../src/webhooks/webhook.ts';
import { addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'deliveries' | 'moderation' | 'webhooks' | 'users'>;

const deliveryTo = (webhook: Webhook, changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: newId(),
  webhookId: webhook.id,
  changeId: newId(),
  type: 'rsvp.changed',
  data: { status: 'going' },
  status: 'pending',
  attempts: 0,
  lastStatus: null,
  nextAttemptAt: now,
  createdAt: now,
  ...changes,
});

export const deliveryStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const addWebhook = async ({ users, webhooks }: Ports['stores']): Promise<Webhook> => {
    const webhook: Webhook = {
      id: newId(),
      ownerId: (await addUser({ users })).id,
      url: 'https://example.com',
      types: ['rsvp.changed'],
      eventId: null,
      isEnabled: true,
      generation: 0,
      rotatedAt: null,
      failingSince: null,
      createdAt: now,
    };
    await webhooks.add(webhook, 20);
    return webhook;
  };

  await example(t, 'delivers a change to a webhook once', async (t, { stores }) => {
    const { deliveries } = stores;
    const webhook = await addWebhook(stores);
    const first = deliveryTo(webhook);
    t.strictSame(await deliveries.add([first]), [first]);
    const again = { ...first, id: newId<'delivery'>() };
    t.strictSame(await deliveries.add([again, deliveryTo(webhook, { webhookId: newId() })]), []);
    t.strictSame(await deliveries.find(first.id), first);
    t.equal(await deliveries.find(again.id), null);
    const second = deliveryTo(webhook);
    await deliveries.add([second]);
    const page = { page: 1, limit: 1 };
    t.strictSame(await deliveries.list(webhook.id, page), { ...page, total: 2, items: [second] });
    await stores.webhooks.remove(webhook.id);
    t.equal(await deliveries.find(first.id), null);
  });

  await example(t, 'records each try once, and forgets old ones', async (t, { stores }) => {
    const { deliveries } = stores;
    const webhook = await addWebhook(stores);
    const delivery = deliveryTo(webhook);
    await deliveries.add([delivery]);
    const outcome = { status: 'failed', attempts: 1, lastStatus: 500, nextAttemptAt: null } as const;
    const recorded = await concurrently(4, () => deliveries.record(delivery.id, 0, outcome));
    t.equal(recorded.filter(Boolean).length, 1);
    t.strictSame(await deliveries.find(delivery.id), { ...delivery, ...outcome });
    t.equal(await deliveries.forget(now), false);
    t.ok(await deliveries.find(delivery.id));
    await deliveries.forget(after(now, 1));
    t.equal(await deliveries.find(delivery.id), null);
  });

  await example(
    t,
    'claims a pending delivery after that many tries, and fails what nobody wants',
    async (t, { stores }) => {
      const { deliveries, moderation, webhooks } = stores;
      const webhook = await addWebhook(stores);
      const addDelivery = async (changes: Partial<WebhookDelivery> = {}) => {
        const delivery = deliveryTo(webhook, changes);
        await deliveries.add([delivery]);
        return delivery;
      };
      const [delivery, untold, late] = [
        await addDelivery({ attempts: 2 }),
        await addDelivery(),
        await addDelivery(),
      ];
      t.strictSame(await deliveries.claim(delivery.id, 2), { delivery, webhook });
      t.equal(await deliveries.claim(delivery.id, 1), null);
      t.equal(await deliveries.claim(newId(), 0), null);
      t.strictSame(await deliveries.find(delivery.id), delivery, 'which changes nothing');

      await moderation.suspend(webhook.ownerId as UserId, { reason: 'Spam.', at: now });
      const test = await addDelivery({ type: 'webhook.test' });
      for (const { id } of [untold, test]) {
        t.equal(await deliveries.claim(id, 0), null);
        const row = await deliveries.find(id);
        t.strictSame([row?.status, row?.attempts, row?.nextAttemptAt], ['failed', 0, null]);
      }
      await moderation.lift(webhook.ownerId as UserId);
      t.equal(await deliveries.claim(untold.id, 0), null, 'what was to be told meanwhile is lost');
      t.strictSame(await deliveries.claim(late.id, 0), { delivery: late, webhook }, 'the rest is told');

      await webhooks.change(webhook.id, { isEnabled: false });
      t.equal(await deliveries.claim(late.id, 0), null);
      t.equal((await deliveries.find(late.id))?.status, 'failed');
      const trial = await addDelivery({ type: 'webhook.test' });
      t.strictSame(await deliveries.claim(trial.id, 0), {
        delivery: trial,
        webhook: { ...webhook, isEnabled: false },
      });
    },
  );
};
