/** A bound on the calls that count in a sliding window. */
export interface CallWindow {
  readonly key: string;
  readonly limit: number;
}

/**
 * The windows of one caller as the key of the rate limit plugin, which counts under one text alone: a line a window, its
 * limit before its key.
 */
export const windowKey = (windows: readonly CallWindow[]): string =>
  windows.map(({ key, limit }) => `${limit} ${key}`).join('\n');

/** The windows of a key that {@link windowKey} made. */
export const windowsOf = (key: string): readonly CallWindow[] =>
  key.split('\n').map((line) => {
    const blank = line.indexOf(' ');
    return { key: line.slice(blank + 1), limit: Number(line.slice(0, blank)) };
  });
