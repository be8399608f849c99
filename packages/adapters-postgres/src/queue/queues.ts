import type { QueueName } from '@event-platform/domain';

interface QueueSettings {
  /** Jobs of this process at the same time. */
  readonly slots: number;
  /** Of one share no more are taken while so many are in progress; all slots when absent. */
  readonly eachShare?: number;
  /** At once no more are taken, whosever they are: so many slots a share may take beyond its own. */
  readonly eachTake?: number;
  /** A job that takes longer is tried again. */
  readonly expireInSeconds: number;
}

export const queueSettings: Readonly<Record<QueueName, QueueSettings>> = {
  changes: { expireInSeconds: 60, slots: 100 },
  // One event takes one slot: the others are for other events.
  notices: { expireInSeconds: 120, slots: 6, eachShare: 1 },
  reminders: { expireInSeconds: 120, slots: 2, eachShare: 1 },
  'notice-mails': { expireInSeconds: 120, slots: 20 },
  'invitation-mail': { expireInSeconds: 120, slots: 20 },
  'notice-sms': { expireInSeconds: 60, slots: 5 },
  'digest-mails': { expireInSeconds: 120, slots: 5 },
  'email-codes': { expireInSeconds: 120, slots: 20 },
  // Most slots wait for an endpoint. An endpoint that hangs takes some until its first try is over.
  'webhook-deliveries': { expireInSeconds: 60, slots: 256, eachShare: 4, eachTake: 20 },
  // One at a time: lists read what it moves.
  'category-events': { expireInSeconds: 120, slots: 1 },
  // Each moves files, maybe of hundreds of pictures.
  'picture-files': { expireInSeconds: 300, slots: 2 },
  // Each waits for its provider: 300 a second where it takes 100 ms, and others are served meanwhile. Endpoints of browsers are
  // named by strangers, and share by host.
  'push-fcm': { expireInSeconds: 60, slots: 32 },
  'push-apns': { expireInSeconds: 60, slots: 32 },
  'push-expo': { expireInSeconds: 60, slots: 32 },
  'push-web': { expireInSeconds: 60, slots: 192, eachShare: 48, eachTake: 24 },
  'activity-pushes': { expireInSeconds: 60, slots: 4 },
  'push-receipts': { expireInSeconds: 60, slots: 8 },
  'failing-deliveries': { expireInSeconds: 60, slots: 64, eachShare: 1, eachTake: 20 },
};

export const queueNames = Object.keys(queueSettings) as readonly QueueName[];

/** Tries of a job until it has failed for good. */
export const tryLimit = 23;

const firstPauseSeconds = 4;
const longestPauseSeconds = 2 * 60 * 60;
/** A pause is shorter or longer by up to this share, so that what failed together is not tried together. */
const jitter = 0.25;

/** The pause after a try, counted from 1, in milliseconds: seconds, then twice as long each time, about a day in all. */
export const pauseAfter = (tries: number): number => {
  const seconds = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (tries - 1));
  return Math.round(1_000 * seconds * (1 + jitter * (2 * Math.random() - 1)));
};
