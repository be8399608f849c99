import type { Device } from '../../devices/device.ts';
import type { UserId } from '../../ids.ts';

/** Devices live no longer than the session that registered them last: what ends it ends them in its transaction. */
export interface DeviceStore {
  /**
   * Registers a device or replaces what is known of it but when it was made, in one step: takes its address from every other device, and
   * deletes those of its person seen longest ago that are more than `limit`, also of parallel calls. Writes nothing for one that
   * {@link isSameDevice}. Resolves with what is stored; null when the session is not alive.
   */
  register(device: Device, limit: number): Promise<Device | null>;
  /** Those of sessions that are alive at `at`, the last seen first. */
  list(user: UserId, at: Date): Promise<readonly Device[]>;
  remove(user: UserId, id: string): Promise<void>;
}
