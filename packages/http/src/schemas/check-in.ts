import { Type } from 'typebox';
import { AttendeeShape } from './attendee.ts';
import { namedShape, refTo, timestamp } from './common/shapes.ts';

export const CheckInShape = namedShape(
  'CheckIn',
  {
    attendee: refTo(AttendeeShape),
    checkedInAt: timestamp('When the guest was checked in for the first time.'),
    isFirst: Type.Boolean({ description: 'False for a repeated check-in, which changes nothing.' }),
  },
  'A guest who was checked in.',
);
