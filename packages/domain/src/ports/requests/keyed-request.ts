import type { UserId } from '../../ids.ts';

/** A request that its caller named with an idempotency key. */
export interface KeyedRequest {
  readonly callerId: UserId;
  /** A digest of the key and of what the request addresses: the same for each repetition. At most 64 characters. */
  readonly requestHash: string;
  /** A digest of what the request says. At most 64 characters. */
  readonly contentHash: string;
}
