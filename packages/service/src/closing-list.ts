/** What has been opened, to be closed in the opposite order. */
export interface ClosingList {
  add(close: () => Promise<unknown>): void;
  /** Closes everything, whatever fails on the way; then rejects with the first failure. May be called again. */
  close(): Promise<void>;
}

export const closingList = (): ClosingList => {
  const steps: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    const failures: unknown[] = [];
    for (let step = steps.pop(); step; step = steps.pop())
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  };
  return {
    add: (close) => void steps.push(close),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
};
