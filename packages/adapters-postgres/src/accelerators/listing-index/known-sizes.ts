import type { EventOrganizer, EventSummary } from '@event-platform/domain';

/** An object with the fields of an event, about. */
const eventBytes = 1_000;
/** A character in the event and in the JSON text that is made of it; some are not in Latin script. */
const eventCharacterBytes = 2.5;

/** An event's share of memory, in bytes. */
export const sizeOfEvent = ({ title, description, location, coverUrl, metadata }: EventSummary): number => {
  const texts = [title, description, location.address, coverUrl ?? '', ...Object.entries(metadata).flat()];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.ceil(eventBytes + characters * eventCharacterBytes);
};

const organizerBytes = 300;
const organizerCharacterBytes = 2;

/** An organizer’s share of memory, in bytes. */
export const sizeOfOrganizer = ({ name, avatar }: EventOrganizer): number =>
  organizerBytes + organizerCharacterBytes * (name.length + (avatar?.length ?? 0));
