import t from 'tap';
import { isInTime } from '../../../../src/accelerators/page-memory/pages/page-cache.ts';

const from = new Date('2026-06-01T12:00:00Z');
const until = new Date('2026-06-01T13:00:00Z');
const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

t.test(
  'a page holds from its instant until the next event ends; one with dates of its own always',
  async (t) => {
    const page = (isDated: boolean) =>
      ({ filter: { isDated, endsAfter: from }, validUntil: until.getTime() }) as Parameters<
        typeof isInTime
      >[0];
    t.strictSame(
      [later(from, -1), from, later(until, -1), until].map((at) => isInTime(page(false), { endsAfter: at })),
      [false, true, true, false],
    );
    t.strictSame(
      [later(from, -1), from, until].map((at) => isInTime(page(true), { endsAfter: at })),
      [true, true, true],
    );
  },
);
