import type { Device } from '../../devices/device.ts';
import type { UserId } from '../../ids.ts';
import type { PushToSend } from '../../pushes/push.ts';

/** A device to be told, and whose share of the workers that takes: of an endpoint that strangers name, its host's. */
export interface PushTarget extends Pick<Device, 'userId' | 'id' | 'platform'> {
  readonly share: string | null;
}

export interface PushStore {
  /** The devices of those users that want pushes. */
  targets(users: readonly UserId[], at: Date): Promise<readonly PushTarget[]>;
  /**
   * What to send to a device of a notice's user, and notes that it is told at `at`. Null when it is not told any more: the notice is read or
   * hidden, its event was deleted or is not its user's to see any more, its user wants no pushes, or the device is gone.
   * What tells that an event is off, or its user out, is told without the event.
   */
  claim(noticeId: string, deviceId: string, at: Date): Promise<PushToSend | null>;
  /** Deletes a device whose address is dead, unless it was registered, or claimed, again since the claim at `at`. */
  removeDead(user: UserId, deviceId: string, at: Date): Promise<void>;
}
