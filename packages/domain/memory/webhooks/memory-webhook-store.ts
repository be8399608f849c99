import type { Change } from '../../src/outbox/change.ts';
import type { DeliveryStore, WebhookStore } from '../../src/ports/messaging/webhook-store.ts';
import type { Webhook } from '../../src/webhooks/webhook.ts';
import { byKeys, pageOf } from '../events/order.ts';
import { hasAccount } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const listenersOf = (
  {
    webhooks,
    events,
    eventAdmins,
    formerManagers,
    users,
  }: Pick<Tables, 'webhooks' | 'events' | 'eventAdmins' | 'formerManagers' | 'users'>,
  { kind, eventId }: Change,
): readonly Webhook[] => {
  const manages = (owner: string) =>
    eventId !== null &&
    (owner === events.get(eventId)?.organizerId ||
      [eventAdmins, formerManagers].some((table) => table.get(pairKey(eventId, owner)) !== undefined));
  return webhooks
    .rows()
    .filter(
      (webhook) =>
        webhook.isEnabled &&
        webhook.types.includes(kind) &&
        (webhook.eventId === null || webhook.eventId === eventId) &&
        (webhook.ownerId === null || (kind !== 'notice.created' && manages(webhook.ownerId))) &&
        !isSuspended({ users }, webhook),
    );
};

const isSuspended = ({ users }: Pick<Tables, 'users'>, { ownerId }: Webhook): boolean =>
  ownerId !== null && users.get(ownerId)?.suspendedAt !== null;

export const memoryWebhookStore = (tables: Tables): WebhookStore => {
  const { webhooks, deliveries } = tables;
  const ofOwner = (owner: string) =>
    webhooks
      .rows()
      .filter(({ ownerId }) => ownerId === owner)
      .sort(byKeys(({ id }) => [id]));
  const remove = (id: string) => {
    webhooks.delete(id);
    for (const delivery of deliveries.rows()) if (delivery.webhookId === id) deliveries.delete(delivery.id);
  };
  return {
    add: async (webhook, limit) => {
      const { ownerId } = webhook;
      if (!ownerId || !hasAccount(tables, ownerId) || ofOwner(ownerId).length >= limit) return false;
      webhooks.set(webhook.id, webhook);
      return true;
    },
    find: async (id) => webhooks.get(id) ?? null,
    list: async (owner) => ofOwner(owner),
    change: async (id, changes) => {
      const webhook = webhooks.get(id);
      if (webhook) webhooks.set(id, { ...webhook, ...changes });
    },
    noteFailure: async (id, at) => {
      const webhook = webhooks.get(id);
      if (!webhook?.isEnabled) return null;
      const failingSince = webhook.failingSince && webhook.failingSince < at ? webhook.failingSince : at;
      webhooks.set(id, { ...webhook, failingSince });
      return failingSince;
    },
    disable: async (id, failingSince) => {
      const webhook = webhooks.get(id);
      if (!webhook?.isEnabled) return false;
      if (failingSince && webhook.failingSince?.getTime() !== failingSince.getTime()) return false;
      webhooks.set(id, { ...webhook, isEnabled: false });
      return true;
    },
    remove: async (id) => remove(id),
    setOperator: async (webhook) => {
      const current = webhooks.rows().find(({ ownerId }) => ownerId === null);
      if (current && current.id !== webhook?.id) remove(current.id);
      if (webhook) webhooks.set(webhook.id, webhook);
    },
    listeners: async (changes) =>
      changes.flatMap((change) =>
        listenersOf(tables, change).map((webhook) => ({ changeId: change.id, webhook })),
      ),
    keepManagers: async (eventId) => {
      const admins = tables.eventAdmins.rows().filter((row) => row.eventId === eventId);
      const organizer = tables.events.get(eventId)?.organizerId;
      for (const userId of [...(organizer ? [organizer] : []), ...admins.map((row) => row.userId)])
        tables.formerManagers.set(pairKey(eventId, userId), { eventId, userId });
    },
  };
};

export const memoryDeliveryStore = ({ deliveries, webhooks, users }: Tables): DeliveryStore => ({
  add: async (entries) => {
    const row = entries.filter(
      ({ webhookId, changeId }) =>
        webhooks.get(webhookId) &&
        !deliveries.rows().some((row) => row.webhookId === webhookId && row.changeId === changeId),
    );
    for (const delivery of row) deliveries.set(delivery.id, delivery);
    return row;
  },
  find: async (id) => deliveries.get(id) ?? null,
  claim: async (id, attempts) => {
    const delivery = deliveries.get(id);
    const webhook = delivery && webhooks.get(delivery.webhookId);
    if (!webhook || delivery.status !== 'pending' || delivery.attempts !== attempts) return null;
    const isWanted = webhook.isEnabled || delivery.type === 'webhook.test';
    if (isWanted && !isSuspended({ users }, webhook)) return { delivery, webhook };
    deliveries.set(id, { ...delivery, status: 'failed', nextAttemptAt: null });
    return null;
  },
  list: async (webhookId, page) => {
    const oldestFirst = deliveries
      .rows()
      .filter((delivery) => delivery.webhookId === webhookId)
      .sort(byKeys(({ id }) => [id]));
    return pageOf(oldestFirst.reverse(), page);
  },
  record: async (id, attempts, outcome) => {
    const delivery = deliveries.get(id);
    if (delivery?.attempts !== attempts) return false;
    deliveries.set(id, { ...delivery, ...outcome });
    return true;
  },
  forget: async (before) => {
    for (const { id, createdAt } of deliveries.rows()) if (createdAt < before) deliveries.delete(id);
    return false;
  },
});
