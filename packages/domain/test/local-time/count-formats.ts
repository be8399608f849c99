/** Counts the date formats that are made until the test ends; each call returns those made since the last one. */
export const countFormats = (t: { teardown(restore: () => void): unknown }): (() => number) => {
  const { DateTimeFormat } = Intl;
  let formatCount = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (target, values) => {
      formatCount += 1;
      return Reflect.construct(target, values);
    },
  });
  t.teardown(() => {
    Intl.DateTimeFormat = DateTimeFormat;
  });
  return () => {
    const count = formatCount;
    formatCount = 0;
    return count;
  };
};
