import { Readable } from 'node:stream';

const sliceBytes = 65_536;

/**
 * A long body in slices of itself: what a connection has not taken yet is not copied. `onTaken` tells of each
 * slice.
 */
export const slicedBody = (body: Buffer, onTaken: () => void): Readable => {
  let at = 0;
  return new Readable({
    highWaterMark: sliceBytes,
    read() {
      onTaken();
      this.push(at < body.length ? body.subarray(at, at + sliceBytes) : null);
      at += sliceBytes;
    },
  });
};
