import type { Dependencies } from '../dependencies.ts';
import { managedEvent } from '../events/event-access.ts';
import { type EventId, parseId, type UserId } from '../ids.ts';
import { type ChangeKind, webhookTypes } from '../outbox/change.ts';
import { type Page, type Paged, type Paging, toPage } from '../paging.ts';
import { type FieldFault, refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { urlFaults } from '../urls.ts';
import { attemptJob, newDelivery } from './deliver.ts';
import { type Webhook, type WebhookDelivery, webhookPolicy } from './webhook.ts';

type WebhookDependencies = Pick<
  Dependencies,
  'stores' | 'clock' | 'ids' | 'settings' | 'unitOfWork' | 'webhookSecrets'
>;

export interface OwnWebhook {
  readonly callerId: UserId;
  readonly webhookId: string;
}

export interface CreateWebhook {
  readonly callerId: UserId;
  readonly url: string;
  readonly types: readonly string[];
  /** Only of this event, which the caller manages. */
  readonly eventId?: string | null | undefined;
}

export interface ChangeWebhook extends OwnWebhook {
  readonly url?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** A webhook with its secret, which is shown once. */
export interface WebhookSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

const loopback = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?#]|$)/i;

const endpointFaults = (
  url: string,
  { allowLoopbackWebhooks }: Dependencies['settings'],
): readonly FieldFault[] =>
  urlFaults('/url', url, { isHttps: !(allowLoopbackWebhooks && loopback.test(url)) });

const typeFaults = (types: readonly string[]): readonly FieldFault[] => [
  ...(types.length === 0 ? [{ path: '/types', message: 'must name at least one type' }] : []),
  ...types.flatMap((type, index) =>
    (webhookTypes as readonly string[]).includes(type)
      ? []
      : [{ path: `/types/${index}`, message: 'must be a type of webhooks' }],
  ),
];

/**
 * Subscribes an endpoint to what happens to the caller's events. Throws `invalid_request`, `event_not_found` and `forbidden`
 * (for `eventId`), `webhook_limit`, `rate_limited`, and `unauthenticated` when the account is erased meanwhile.
 */
export const createWebhook =
  (dependencies: WebhookDependencies) =>
  async ({ callerId, url, types, eventId = null }: CreateWebhook): Promise<WebhookSecret> => {
    const { stores, clock, ids, settings, webhookSecrets } = dependencies;
    const faults = [...endpointFaults(url, settings), ...typeFaults(types)];
    if (faults.length > 0) throw refuseInput(...faults);
    const event: EventId | null =
      eventId === null ? null : (await managedEvent(dependencies, eventId, callerId)).eventId;
    await useQuota(dependencies, callerId, 'webhook-changes');
    const webhook: Webhook = {
      id: ids.next(),
      ownerId: callerId,
      url,
      types: [...new Set(types)] as ChangeKind[],
      eventId: event,
      isEnabled: true,
      generation: 0,
      rotatedAt: null,
      failingSince: null,
      createdAt: clock.now(),
    };
    if (!(await stores.webhooks.add(webhook, webhookPolicy.perAccount)))
      throw refuse((await stores.users.find(callerId)) ? 'webhook_limit' : 'unauthenticated');
    return { webhook, secret: await webhookSecrets.of(webhook, 0) };
  };

export const listWebhooks =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  ({ callerId }: Pick<OwnWebhook, 'callerId'>): Promise<readonly Webhook[]> =>
    stores.webhooks.list(callerId);

/** Throws `not_found`, also for the webhooks of others. */
export const getWebhook =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ callerId, webhookId }: OwnWebhook): Promise<Webhook> => {
    const id = parseId(webhookId);
    const webhook = id && (await stores.webhooks.find(id));
    if (webhook?.ownerId !== callerId) throw refuse('not_found');
    return webhook;
  };

/** Enabling it again forgets its failures. Throws `invalid_request`, `not_found`, `rate_limited`. */
export const changeWebhook =
  (dependencies: WebhookDependencies) =>
  async ({ url, types, isEnabled, ...ownWebhook }: ChangeWebhook): Promise<Webhook> => {
    const webhook = await getWebhook(dependencies)(ownWebhook);
    const faults = [
      ...(url === undefined ? [] : endpointFaults(url, dependencies.settings)),
      ...(types === undefined ? [] : typeFaults(types)),
    ];
    if (faults.length > 0) throw refuseInput(...faults);
    await useQuota(dependencies, ownWebhook.callerId, 'webhook-changes');
    await dependencies.stores.webhooks.change(webhook.id, {
      ...(url !== undefined && { url }),
      ...(types !== undefined && { types: [...new Set(types)] as ChangeKind[] }),
      ...(isEnabled !== undefined && { isEnabled }),
      ...(isEnabled && !webhook.isEnabled && { failingSince: null }),
    });
    return getWebhook(dependencies)(ownWebhook);
  };

/** Throws `not_found`, `rate_limited`. */
export const deleteWebhook =
  (dependencies: WebhookDependencies) =>
  async (ownWebhook: OwnWebhook): Promise<void> => {
    const { id } = await getWebhook(dependencies)(ownWebhook);
    await useQuota(dependencies, ownWebhook.callerId, 'webhook-changes');
    await dependencies.stores.webhooks.remove(id);
  };

/** Makes a new secret; the former one signs as well for a day. Throws `not_found`, `rate_limited`. */
export const rotateWebhookSecret =
  (dependencies: WebhookDependencies) =>
  async (ownWebhook: OwnWebhook): Promise<WebhookSecret> => {
    const { stores, clock, webhookSecrets } = dependencies;
    const { id, generation } = await getWebhook(dependencies)(ownWebhook);
    await useQuota(dependencies, ownWebhook.callerId, 'webhook-changes');
    await stores.webhooks.change(id, { generation: generation + 1, rotatedAt: clock.now() });
    const webhook = await getWebhook(dependencies)(ownWebhook);
    return { webhook, secret: await webhookSecrets.of(webhook, webhook.generation) };
  };

/** Sends a message of the type `webhook.test`. Throws `not_found`, `rate_limited`. */
export const testWebhook =
  (dependencies: WebhookDependencies) =>
  async (ownWebhook: OwnWebhook): Promise<WebhookDelivery> => {
    const { clock, ids, unitOfWork } = dependencies;
    const webhook = await getWebhook(dependencies)(ownWebhook);
    await useQuota(dependencies, ownWebhook.callerId, 'webhook-changes');
    const now = clock.now();
    const what = { changeId: ids.next(), type: 'webhook.test', data: {}, createdAt: now } as const;
    const delivery = newDelivery(ids.next(), webhook, what, now);
    await unitOfWork.run(async ({ deliveries, jobs }) => {
      await deliveries.add([delivery]);
      await jobs.add([attemptJob(delivery.id, delivery, webhook, now)]);
    });
    return delivery;
  };

/** The newest first. Throws `invalid_request`, `not_found`. */
export const listDeliveries =
  (dependencies: WebhookDependencies) =>
  async ({ page, limit, ...ownWebhook }: OwnWebhook & Paging): Promise<Paged<WebhookDelivery>> => {
    const toRead: Page = toPage({ page, limit });
    const { id } = await getWebhook(dependencies)(ownWebhook);
    return dependencies.stores.deliveries.list(id, toRead);
  };

/** Tries a delivery again now, with all its retries. Throws `not_found`, `rate_limited`. */
export const retryDelivery =
  (dependencies: WebhookDependencies) =>
  async ({
    deliveryId,
    ...ownWebhook
  }: OwnWebhook & { readonly deliveryId: string }): Promise<WebhookDelivery> => {
    const { clock, ids, stores, unitOfWork } = dependencies;
    const webhook = await getWebhook(dependencies)(ownWebhook);
    const id = parseId(deliveryId);
    const delivery = id && (await stores.deliveries.find(id));
    if (delivery?.webhookId !== webhook.id) throw refuse('not_found');
    await useQuota(dependencies, ownWebhook.callerId, 'webhook-changes');
    const { attempts, lastStatus } = delivery;
    // A job that waits for the number of tries before finds another one, so that there is one line of tries.
    const now = clock.now();
    const retry = { status: 'pending', attempts: 0, lastStatus, nextAttemptAt: now } as const;
    await unitOfWork.run(async ({ deliveries, jobs }) => {
      if (await deliveries.record(delivery.id, attempts, retry))
        await jobs.add([attemptJob(ids.next(), { ...delivery, ...retry }, webhook, now)]);
    });
    return { ...delivery, ...retry };
  };
