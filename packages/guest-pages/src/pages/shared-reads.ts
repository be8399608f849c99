/**
 * Lets requests share what is the same for all of them: those that arrive while a key is read share its next read, which
 * begins after the last of them. So each shows what was committed when it arrived.
 */
export const sharedReads = <Value>(
  read: (key: string) => Promise<Value>,
): ((key: string) => Promise<Value>) => {
  const running = new Map<string, Promise<Value>>();
  const next = new Map<string, Promise<Value>>();
  const begin = (key: string): Promise<Value> => {
    const value = read(key).finally(() => running.delete(key));
    running.set(key, value);
    return value;
  };
  return (key) => {
    const current = running.get(key);
    if (!current) return begin(key);
    const waiting = next.get(key);
    if (waiting) return waiting;
    const beginNext = () => {
      next.delete(key);
      return begin(key);
    };
    const following = current.then(beginNext, beginNext);
    next.set(key, following);
    return following;
  };
};
