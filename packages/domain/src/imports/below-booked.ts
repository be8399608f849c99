import type { FieldFault } from '../problem.ts';

/** What is wrong with a capacity that the booked seats exceed. */
export const belowBooked = (bookedCount: number): FieldFault => ({
  path: '/capacity',
  message: `must not be below the ${bookedCount} booked seats`,
});
