import { BookingShape } from '../booking.ts';
import { named, refTo } from '../common/shapes.ts';
import { EventListItemShape } from './event.ts';

export const BookedEventShape = named(
  'BookedEvent',
  { booking: refTo(BookingShape), event: refTo(EventListItemShape) },
  'A booking of the caller with its event.',
);
