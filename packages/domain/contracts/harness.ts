import type { Booking } from '../src/events/event.ts';
import type { EventId, InvitationId, UserId } from '../src/ids.ts';
import type { CallWindows } from '../src/ports/call-windows.ts';
import type { FormReceipts } from '../src/ports/form-receipts.ts';
import type { Idempotency } from '../src/ports/idempotency.ts';
import type { SnapshotVersions } from '../src/ports/snapshot-versions.ts';
import type { Stores } from '../src/ports/stores.ts';
import type { UnitOfWork } from '../src/ports/unit-of-work.ts';

/** The test runner as contracts use it; node-tap's `t` has this shape. */
export interface TestScope {
  test(name: string, run: (t: TestScope) => Promise<void>): PromiseLike<unknown>;
  equal(found: unknown, wanted: unknown, message?: string): boolean;
  strictSame(found: unknown, wanted: unknown, message?: string): boolean;
  not(found: unknown, unwanted: unknown, message?: string): boolean;
  ok(found: unknown, message?: string): boolean;
  rejects(promise: Promise<unknown>, wanted?: unknown, message?: string): Promise<unknown>;
}

/** The adapters under test, empty but for the categories of {@link knownCategory}. */
export interface Adapters {
  readonly stores: Stores;
  readonly unitOfWork: UnitOfWork;
  readonly callWindows: CallWindows;
  readonly formReceipts: FormReceipts;
  readonly idempotency: Idempotency;
  readonly snapshotVersions: SnapshotVersions;
  /** Stores a booking. No port writes one; the read models show it. */
  addBooking(event: EventId, user: UserId, booking: Booking): Promise<void>;
  /** The mails that wait in the outbox, in any order. */
  queuedMails(): Promise<readonly { readonly id: InvitationId; readonly sending: number }[]>;
  close(): Promise<void>;
}

/** Opens fresh adapters. */
export type Open = () => Promise<Adapters>;

/** Runs one example with fresh adapters and closes them, also when it fails. */
export const withAdapters =
  (open: Open) =>
  (
    t: TestScope,
    name: string,
    run: (t: TestScope, adapters: Adapters) => Promise<void>,
  ): PromiseLike<unknown> =>
    t.test(name, async (inner) => {
      const adapters = await open();
      try {
        await run(inner, adapters);
      } finally {
        await adapters.close();
      }
    });

/** Runs `work` that many times at once. */
export const concurrently = <Result>(
  times: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> => Promise.all(Array.from({ length: times }, (_, index) => work(index)));

/** Runs `work` in a unit of work that rejects after it. */
export const rolledBack = (
  t: TestScope,
  { unitOfWork }: Pick<Adapters, 'unitOfWork'>,
  work: (stores: Stores) => Promise<unknown>,
): Promise<unknown> =>
  t.rejects(
    unitOfWork.run(async (inside) => {
      await work(inside);
      throw new Error('rolled back');
    }),
    { message: 'rolled back' },
  );
