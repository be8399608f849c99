import type { Dependencies } from '../dependencies.ts';
import type { Platform } from '../devices/platform.ts';
import type { UserId } from '../ids.ts';
import { pushJob } from '../notices/queue-pushes.ts';
import type { Job, PushJob, ReceiptJob } from '../outbox/job.ts';
import { after } from '../time.ts';
import { collapseKeyOf, expiryOf, type PushResult, pauseAfter, pushPolicy } from './push.ts';
import { pushWords } from './push-words.ts';

type Delivering = Pick<Dependencies, 'stores' | 'clock' | 'jitter' | 'pushSender' | 'settings'>;

/**
 * Sends one push, at least once, with what its user may see by now; null when there is nothing to tell any more. Plans the next try where one may
 * succeed before the push is out of date.
 */
export const deliverPush =
  (dependencies: Delivering) =>
  async (job: PushJob & { readonly share?: string | undefined }): Promise<PushResult['outcome'] | null> => {
    const { stores, clock, pushSender, settings } = dependencies;
    const at = clock.now();
    const push = await stores.pushes.claim(job.noticeId, job.deviceId, at);
    if (!push || !settings.push.platforms.includes(push.device.platform)) return null;
    const { notice, device, unread } = push;
    const expiresAt = expiryOf(notice);
    if (expiresAt <= at) return null;
    const { platform, address, keys } = device;
    const eventId = notice.event?.id ?? '';
    const result = await pushSender.send({
      ...pushWords(push),
      to: { platform, address, keys },
      data: {
        noticeId: notice.id,
        kind: notice.kind,
        eventId,
        url: eventId && `${settings.publicUrl}/e/${eventId}`,
      },
      collapseKey: collapseKeyOf(notice),
      badge: unread,
      at,
      expiresAt,
    });
    await follow(dependencies, result, job, device, at, expiresAt);
    return result.outcome;
  };

const follow = async (
  { stores, clock, jitter }: Delivering,
  result: PushResult,
  { noticeId, deviceId, attempt, share }: PushJob & { readonly share?: string | undefined },
  { userId, platform }: { readonly userId: UserId; readonly platform: Platform },
  at: Date,
  expiresAt: Date,
): Promise<void> => {
  const now = clock.now();
  switch (result.outcome) {
    case 'gone':
      return stores.pushes.removeDead(userId, deviceId, at);
    case 'taken':
      if (result.receiptId !== undefined)
        await stores.jobs.add([
          receiptJob({ userId, deviceId, platform, receiptId: result.receiptId, at: at.toISOString() }, now),
        ]);
      return;
    case 'failed':
    case 'denied': {
      const least = result.outcome === 'denied' ? pushPolicy.deniedPause : (result.retryAfterMs ?? 0);
      const dueAt = after(now, Math.max(least, pauseAfter(attempt, jitter())));
      if (dueAt >= expiresAt) return;
      const data = { noticeId, deviceId, attempt: attempt + 1 };
      // A try that is made again after a crash plans the same job.
      const id = `${noticeId} ${deviceId} ${data.attempt}`;
      await stores.jobs.add([pushJob(platform, id, data, dueAt, share)]);
    }
  }
};

const receiptJob = (data: ReceiptJob, now: Date): Job => ({
  queue: 'push-receipts',
  id: `${data.receiptId} ${now.toISOString()}`,
  data,
  dueAt: after(now, pushPolicy.receiptAfter),
});

/** Asks what became of a push, until it is known or forgotten, and deletes the device when its address turned out to be dead. */
export const readPushReceipt =
  ({ stores, clock, pushSender }: Delivering) =>
  async (job: ReceiptJob): Promise<void> => {
    const at = new Date(job.at);
    const receipt = await pushSender.receipt(job.platform, job.receiptId);
    if (receipt === 'gone') await stores.pushes.removeDead(job.userId, job.deviceId, at);
    const now = clock.now();
    if (receipt === null && now < after(at, pushPolicy.receiptsFor))
      await stores.jobs.add([receiptJob(job, now)]);
  };
