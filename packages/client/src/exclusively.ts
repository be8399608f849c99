interface Locks {
  request<Result>(
    name: string,
    options: { readonly signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** A name for a secret that does not tell it (FNV-1a); two secrets may share one. */
export const lockNameOf = (secret: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < secret.length; index += 1)
    hash = Math.imul(hash ^ secret.charCodeAt(index), 0x01000193);
  return `event-platform-refresh-${(hash >>> 0).toString(36)}`;
};

/**
 * Runs `work` while no other tab or worker of the same origin runs any under the name, where the runtime has Web Locks.
 * After `timeout` milliseconds of waiting, as for a frozen tab, it runs all the same.
 */
export const exclusively = async <Result>(
  name: string,
  timeout: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { locks } = (globalThis.navigator ?? {}) as { readonly locks?: Locks };
  if (!locks) return work();
  let hasBegun = false;
  const wait = new AbortController();
  const timer = setTimeout(() => wait.abort(), timeout);
  try {
    return await locks.request(name, { signal: wait.signal }, () => {
      hasBegun = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  } finally {
    clearTimeout(timer);
  }
};
