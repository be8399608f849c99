const perMs = 60_000;
/** Kinds beyond it are written as they come. */
const maxKinds = 100;

/**
 * Writes a line of each kind at once and then at most one a minute, with how many it stands for: an outage says the same many
 * times a second. Lines that differ in digits alone are of one kind.
 */
export const repeatedLines = (write: (line: string) => void): ((line: string) => void) => {
  const kinds = new Map<string, { count: number; line: string }>();
  const flush = (kind: string) => {
    const { count, line } = kinds.get(kind) ?? { count: 0, line: '' };
    kinds.delete(kind);
    if (count === 0) return;
    write(count === 1 ? line : `${line} (${count} times within a minute)`);
    open(kind);
  };
  const open = (kind: string) => {
    kinds.set(kind, { count: 0, line: '' });
    setTimeout(flush, perMs, kind).unref();
  };
  return (line) => {
    const kind = line.replaceAll(/\d+/g, '0');
    const known = kinds.get(kind);
    if (known) {
      known.count += 1;
      known.line = line;
      return;
    }
    write(line);
    if (kinds.size < maxKinds) open(kind);
  };
};
