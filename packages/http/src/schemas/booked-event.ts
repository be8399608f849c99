import { BookingShape } from './booking.ts';
import { EventListItemShape } from './event.ts';
import { named, refTo } from './shapes.ts';

export const BookedEventShape = named(
  'BookedEvent',
  { booking: refTo(BookingShape), event: refTo(EventListItemShape) },
  'A booking of the caller with its event.',
);
