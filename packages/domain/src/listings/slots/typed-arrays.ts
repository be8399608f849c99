type TypedArray = Uint8Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** The same array, or a longer copy, by an eighth more than needed, where that many values have no room. */
export const withRoom = <Values extends TypedArray>(values: Values, count: number): Values => {
  if (count <= values.length) return values;
  const longer = new (values.constructor as new (length: number) => Values)(count + (count >>> 3) + 16);
  longer.set(values);
  return longer;
};

/** How many of so many things come before the first that `comesBefore` does not hold for: after it, it holds for none. */
export const countBefore = (count: number, comesBefore: (index: number) => boolean): number => {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};
