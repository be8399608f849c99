import { BookingShape } from '../booking.ts';
import { namedShape, refTo } from '../common/shapes.ts';
import { EventListItemShape } from './event.ts';

export const BookedEventShape = namedShape(
  'BookedEvent',
  { booking: refTo(BookingShape), event: refTo(EventListItemShape) },
  'A booking of the caller with its event.',
);
