import type { Platform } from '../../devices/platform.ts';
import type { Push, PushResult } from '../../pushes/push.ts';

/** Sends pushes through the providers of their platforms. */
export interface PushSender {
  /** Takes at most 15 s, and never rejects. */
  send(push: Push): Promise<PushResult>;
  /** What became of a push; null when that is not known yet. Never rejects. */
  receipt(platform: Platform, receiptId: string): Promise<'delivered' | 'gone' | null>;
}
