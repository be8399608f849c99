import { Readable } from 'node:stream';

/** Bytes of a buffer, or UTF-16 units of a text. */
const sliceLength = 65_536;

/** Where a slice ends: not within a pair of surrogates. */
const endOf = (body: Buffer | string, at: number): number => {
  const end = at + sliceLength;
  return typeof body === 'string' && (body.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
};

/**
 * A long body in slices of itself: what a connection has not taken yet is not copied, and a text not encoded. A buffer of
 * the whole text would stay in memory long after its response. `onTaken` tells of each slice.
 */
export const slicedBody = (body: Buffer | string, onTaken: () => void): Readable => {
  let at = 0;
  return new Readable({
    highWaterMark: sliceLength,
    read() {
      onTaken();
      const end = endOf(body, at);
      if (at >= body.length) this.push(null);
      else if (typeof body === 'string') this.push(Buffer.from(body.slice(at, end)));
      else this.push(body.subarray(at, end));
      at = end;
    },
  });
};
