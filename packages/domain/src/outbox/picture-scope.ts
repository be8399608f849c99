import type { EventId, UserId } from '../ids.ts';

/** Which pictures: one, those of an event, or those of an account and of the events that it organizes. */
export type PictureScope =
  | { readonly pictureId: string }
  | { readonly eventId: EventId }
  | { readonly userId: UserId };
