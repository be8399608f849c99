import fc from 'fast-check';
import t from 'tap';
import { deinterleave, interleave } from '../../../../src/accelerators/page-memory/geo/morton.ts';

t.test('interleaves the bits of a column and a row, the lowest bit of the column first', async (t) => {
  t.equal(interleave(0b1, 0b0), 0b01);
  t.equal(interleave(0b0, 0b1), 0b10);
  t.equal(interleave(0b101, 0b011), 0b011011);
  t.equal(interleave(2 ** 14 - 1, 2 ** 13 - 1), 2 ** 27 - 1);
});

t.test('deinterleave gives back the column and the row', async () => {
  const coordinate = fc.integer({ min: 0, max: 2 ** 14 - 1 });
  fc.assert(
    fc.property(coordinate, coordinate, (column, row) => {
      const cell = deinterleave(interleave(column, row));
      return cell.column === column && cell.row === row;
    }),
  );
});
