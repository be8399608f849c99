/**
 * Morton order (Z-order): the bits of a column and a row are interleaved, the column's lowest bit first, so that the
 * cells of any quadtree square follow each other. The SQL function `listing_cell` numbers cells alike.
 */

/** Moves bit i of a number of up to 15 bits to bit 2i. */
const dilate = (bits: number): number => {
  let spacedBits = (bits | (bits << 8)) & 0x00ff00ff;
  spacedBits = (spacedBits | (spacedBits << 4)) & 0x0f0f0f0f;
  spacedBits = (spacedBits | (spacedBits << 2)) & 0x33333333;
  return (spacedBits | (spacedBits << 1)) & 0x55555555;
};

/** The inverse of `dilate`; odd bits are dropped. */
const contract = (spacedBits: number): number => {
  let bits = spacedBits & 0x55555555;
  bits = (bits | (bits >> 1)) & 0x33333333;
  bits = (bits | (bits >> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >> 4)) & 0x00ff00ff;
  return (bits | (bits >> 8)) & 0x0000ffff;
};

/** The Morton code of a cell. @param column and row of up to 15 bits each */
export const interleave = (column: number, row: number): number => dilate(column) | (dilate(row) << 1);

/** The column and the row of a Morton code. */
export const deinterleave = (code: number): { readonly column: number; readonly row: number } => ({
  column: contract(code),
  row: contract(code >> 1),
});
