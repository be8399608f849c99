import type { Dependencies } from '../dependencies.ts';
import { groupedBy } from '../grouped-by.ts';
import { type Change, type ChangeKind, newChange } from '../outbox/change.ts';
import type { DeliveryJob, Job } from '../outbox/job.ts';
import { accountLimit } from '../quotas/account-quota.ts';
import type { DomainSettings } from '../settings.ts';
import { after, hour } from '../time.ts';
import { type DeliveryData, type Webhook, type WebhookDelivery, webhookPolicy } from './webhook.ts';

type Stores = Dependencies['stores'];

/** The state that a change of these kinds leads to. */
const statuses: Readonly<Partial<Record<ChangeKind, string>>> = {
  'event.cancelled': 'cancelled',
  'booking.confirmed': 'confirmed',
  'booking.waitlisted': 'waitlisted',
  'booking.cancelled': 'cancelled',
  'invitation.accepted': 'accepted',
  'invitation.declined': 'declined',
};

const statusOf = ({ kind, data }: Change) => (data.status === undefined ? statuses[kind] : data.status);

const dataOf = (change: Change): DeliveryData => {
  const { eventId, userId, data } = change;
  const status = statusOf(change);
  return {
    ...(eventId && { eventId }),
    ...(userId && { userId }),
    ...(data.bookingId !== undefined && { bookingId: data.bookingId }),
    ...(data.sequence !== undefined && { sequence: data.sequence }),
    ...(status !== undefined && { status }),
    ...(data.noticeId !== undefined && { noticeId: data.noticeId }),
  };
};

/** Endpoints that fail have a queue of their own: one that hangs holds a worker for long. */
export const attemptJob = (
  id: string,
  {
    id: deliveryId,
    attempts: attempt,
    webhookId: share,
  }: Pick<WebhookDelivery, 'id' | 'attempts' | 'webhookId'>,
  { failingSince }: Pick<Webhook, 'failingSince'>,
  dueAt: Date,
): Job => ({
  queue: failingSince ? 'failing-deliveries' : 'webhook-deliveries',
  id,
  data: { deliveryId, attempt },
  dueAt,
  share,
});

export const newDelivery = (
  id: string,
  webhook: Pick<Webhook, 'id'>,
  { changeId, ...what }: Pick<WebhookDelivery, 'changeId' | 'type' | 'data' | 'createdAt'>,
  now: Date,
): WebhookDelivery => ({
  id,
  webhookId: webhook.id,
  changeId,
  ...what,
  status: 'pending',
  attempts: 0,
  lastStatus: null,
  nextAttemptAt: now,
});

type Listener = Awaited<ReturnType<Stores['webhooks']['listeners']>>[number];

/**
 * The listeners whose account has messages left: one change of a series, or one answer to it, is up to four thousand. The
 * operator's webhook has no limit.
 */
const affordable = async (
  { quotas }: Pick<Stores, 'quotas'>,
  settings: Pick<DomainSettings, 'quotaScale'>,
  listeners: readonly Listener[],
  now: Date,
): Promise<readonly Listener[]> => {
  const limit = accountLimit(webhookPolicy.messagesAnHour, settings, now);
  const owners = groupedBy(listeners, ({ webhook }) => webhook.ownerId);
  const charges = [...owners].flatMap(([account, { length: amount }]) =>
    limit && account
      ? {
          key: `webhook-messages:${account}`,
          amount,
          limit: { account, ...limit, young: limit.usual },
          until: after(now, hour),
        }
      : [],
  );
  const takings = await quotas.takeEach(
    charges.map((charge) => [charge]),
    now,
  );
  const spentAccounts = new Set(takings.map(({ refusal }) => refusal?.charge.limit.account));
  return listeners.filter(({ webhook: { ownerId } }) => ownerId === null || !spentAccounts.has(ownerId));
};

/** Adds a delivery and its first attempt for each change and who hears of it. */
export const openDeliveries = async (
  stores: Pick<Stores, 'webhooks' | 'deliveries' | 'jobs'>,
  ids: Dependencies['ids'],
  changes: readonly Change[],
  now: Date,
  admit: (listeners: readonly Listener[]) => Promise<readonly Listener[]> = async (all) => all,
): Promise<void> => {
  const changeById = new Map(changes.map((change) => [change.id, change]));
  const listeners = await admit(await stores.webhooks.listeners(changes));
  const byId = new Map(listeners.map(({ webhook }) => [webhook.id, webhook]));
  const newDeliveries = await stores.deliveries.add(
    listeners.map(({ changeId, webhook }) => {
      const change = changeById.get(changeId) as Change;
      const what = { changeId, type: change.kind, data: dataOf(change), createdAt: change.at };
      return newDelivery(ids.next(), webhook, what, now);
    }),
  );
  await stores.jobs.add(
    newDeliveries.map((delivery) =>
      attemptJob(delivery.id, delivery, byId.get(delivery.webhookId) as Webhook, now),
    ),
  );
};

/** Opens the deliveries of changes to whom they concern. */
export const notifyWebhooks = (
  stores: Stores,
  { ids, settings }: Pick<Dependencies, 'ids' | 'settings'>,
  changes: readonly Change[],
  now: Date,
): Promise<void> =>
  openDeliveries(stores, ids, changes, now, (all) => affordable(stores, settings, all, now));

type Attempting = Pick<
  Dependencies,
  'stores' | 'clock' | 'ids' | 'unitOfWork' | 'webhookSender' | 'webhookSecrets' | 'jitter'
>;

/**
 * Makes one attempt of a delivery, at least once, and plans the next one. A job of an endpoint that fails meanwhile moves to
 * the queue of those.
 */
export const attemptDelivery =
  (dependencies: Attempting) =>
  async (job: DeliveryJob): Promise<void> => {
    const attempt = await claim(dependencies, job);
    if (!attempt) return;
    const { delivery, webhook } = attempt;
    if (!webhook.failingSince) return makeAttempt(dependencies, delivery, webhook);
    const { stores, clock, ids } = dependencies;
    await stores.jobs.add([attemptJob(ids.next(), delivery, webhook, clock.now())]);
  };

/** The same for a job of the queue of endpoints that fail. */
export const attemptFailingDelivery =
  (dependencies: Attempting) =>
  async (job: DeliveryJob): Promise<void> => {
    const attempt = await claim(dependencies, job);
    if (attempt) await makeAttempt(dependencies, attempt.delivery, attempt.webhook);
  };

const claim = ({ stores }: Attempting, { deliveryId, attempt }: DeliveryJob) =>
  stores.deliveries.claim(deliveryId, attempt);

const makeAttempt = async (
  dependencies: Attempting,
  delivery: WebhookDelivery,
  webhook: Webhook,
): Promise<void> => {
  const { clock, webhookSender } = dependencies;
  const { id, type, createdAt, data } = delivery;
  const at = clock.now();
  const status = await webhookSender.post({
    url: webhook.url,
    id,
    at,
    body: JSON.stringify({ type, timestamp: createdAt.toISOString(), data }),
    isTrusted: webhook.ownerId === null,
    secrets: await secretsOf(dependencies, webhook, at),
  });
  await recordAttempt(dependencies, webhook, delivery, status, at);
};

const secretsOf = (
  { webhookSecrets }: Pick<Dependencies, 'webhookSecrets'>,
  webhook: Webhook,
  at: Date,
): Promise<readonly string[]> => {
  const { generation, rotatedAt } = webhook;
  const isFormerValid = rotatedAt !== null && at < after(rotatedAt, webhookPolicy.rotationOverlap);
  const generations = isFormerValid ? [generation, generation - 1] : [generation];
  return Promise.all(generations.map((one) => webhookSecrets.of(webhook, one)));
};

const recordAttempt = async (
  { stores: outside, unitOfWork, clock, ids, jitter }: Attempting,
  webhook: Webhook,
  { id, attempts, webhookId }: WebhookDelivery,
  lastStatus: number | null,
  at: Date,
): Promise<void> => {
  const isDelivered = lastStatus !== null && lastStatus >= 200 && lastStatus < 300;
  if (isDelivered && !webhook.failingSince) {
    // Nothing else changes: one statement.
    const outcome = { status: 'delivered', attempts: attempts + 1, lastStatus, nextAttemptAt: null } as const;
    await outside.deliveries.record(id, attempts, outcome);
    return;
  }
  await unitOfWork.run(async (stores) => {
    const now = clock.now();
    const delay = webhookPolicy.retries[attempts];
    const isLast = delay === undefined || lastStatus === 410 || !webhook.isEnabled;
    const nextAttemptAt =
      isDelivered || isLast ? null : after(now, Math.round(delay * (1 + webhookPolicy.jitter * jitter())));
    const status = isDelivered ? 'delivered' : isLast ? 'failed' : 'pending';
    const outcome = { status, attempts: attempts + 1, lastStatus, nextAttemptAt } as const;
    if (!(await stores.deliveries.record(id, attempts, outcome))) return;
    if (nextAttemptAt)
      await stores.jobs.add([
        attemptJob(
          ids.next(),
          { id, webhookId, attempts: attempts + 1 },
          { failingSince: webhook.failingSince ?? at },
          nextAttemptAt,
        ),
      ]);
    if (isDelivered) {
      if (webhook.failingSince) await stores.webhooks.change(webhook.id, { failingSince: null });
    } else if (webhook.isEnabled)
      await noteFailure(stores, ids, webhook, { isGone: lastStatus === 410, at, now });
  });
};

interface FailedTry {
  /** The endpoint says that it is no more. */
  readonly isGone: boolean;
  /** When it began. */
  readonly at: Date;
  readonly now: Date;
}

const noteFailure = async (
  stores: Pick<Stores, 'outbox' | 'webhooks'>,
  ids: Dependencies['ids'],
  webhook: Webhook,
  failedTry: FailedTry,
): Promise<void> => {
  // The operator reads metrics; without an owner there is no user to tell.
  const { id, ownerId } = webhook;
  const isOver = failedTry.isGone && ownerId !== null;
  const since = isOver ? undefined : await failingSinceOf(stores, webhook, failedTry.at);
  if (ownerId === null || since === null) return;
  if (since && failedTry.now < after(since, webhookPolicy.failingFor)) return;
  // Tries of several deliveries may end at once: one of them tells.
  if (await stores.webhooks.disable(id, since))
    await stores.outbox.add([
      newChange('webhook.disabled', failedTry.now, { id: ids.next(), userId: ownerId }),
    ]);
};

/** Tries of several deliveries run at once: each counts from when it began, whichever ends first. */
const failingSinceOf = async (
  { webhooks }: Pick<Stores, 'webhooks'>,
  { id, failingSince }: Webhook,
  at: Date,
): Promise<Date | null> => (failingSince && failingSince <= at ? failingSince : webhooks.noteFailure(id, at));
