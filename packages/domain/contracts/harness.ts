import type { InvitationId } from '../src/ids.ts';
import type { Change } from '../src/outbox/change.ts';
import type { FormReceipts } from '../src/ports/requests/form-receipts.ts';
import type { Idempotency } from '../src/ports/requests/idempotency.ts';
import type { Stores } from '../src/ports/stores.ts';

type Message = [] | [message: string];

/**
 * The test runner as contracts use it. The `t` of node-tap has this shape; `nodeTestScope` and
 * `vitestScope` give it to other runners.
 */
export interface TestScope {
  test(name: string, run: (t: TestScope) => Promise<void>): unknown;
  equal(actual: unknown, expected: unknown, ...message: Message): unknown;
  /** Fails unless both are equal in depth, without conversion. */
  strictSame(actual: unknown, expected: unknown, ...message: Message): unknown;
  not(actual: unknown, unwanted: unknown, ...message: Message): unknown;
  ok(actual: unknown, ...message: Message): unknown;
  /** Fails unless the promise rejects with an error of this message. */
  rejects(promise: Promise<unknown>, expected: Error | { readonly message: string }): PromiseLike<unknown>;
}

/** Runs work in one transaction with some of the stores, as the port `UnitOfWork` says. */
export interface UnitOfWorkOf<Inside> {
  run<Result>(work: (inside: Inside) => Promise<Result>, size?: 'usual' | 'bulk'): Promise<Result>;
}

interface Others<Inside> {
  readonly unitOfWork: UnitOfWorkOf<Inside>;
  readonly formReceipts: FormReceipts;
  readonly idempotency: Idempotency;
  /** The mails that wait in the outbox, in any order. */
  queuedMails(): Promise<readonly { readonly id: InvitationId; readonly sending: number }[]>;
  /** Takes out the changes that are due in the outbox, the first due first. */
  takeChanges(at: Date): Promise<readonly Change[]>;
}

/** The adapters that a contract uses, empty but for the categories of {@link knownCategory}. */
export type Needs<Store extends keyof Stores, Other extends keyof Others<unknown> = never> = {
  readonly stores: Pick<Stores, Store>;
  close(): Promise<void>;
} & Pick<Others<Pick<Stores, Store>>, Other>;

/** The adapters for every contract. */
export type Adapters = Needs<keyof Stores, keyof Others<unknown>>;

/** Opens fresh adapters. */
export type Open<Ports = Adapters> = () => Promise<Ports>;

/** Runs one example with fresh adapters and closes them, also when it fails. */
export const withAdapters =
  <Ports extends { close(): Promise<void> }>(open: Open<Ports>) =>
  (t: TestScope, name: string, run: (t: TestScope, adapters: Ports) => Promise<void>): unknown =>
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
export const rolledBack = <Inside>(
  t: TestScope,
  { unitOfWork }: { readonly unitOfWork: UnitOfWorkOf<Inside> },
  work: (stores: Inside) => Promise<unknown>,
): PromiseLike<unknown> =>
  t.rejects(
    unitOfWork.run(async (inside) => {
      await work(inside);
      throw new Error('rolled back');
    }),
    { message: 'rolled back' },
  );
