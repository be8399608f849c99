import { draftDefaults, type EventDraft, type EventId } from '@event-platform/domain';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import { addReaders, type Reader } from './readers.ts';

/** An organizer with as much as pages have to show. */
export interface OrganizerScene {
  readonly organizer: Reader;
  /** Public, with two questions; of its guests seven tenths have seats, a tenth waits, a fifth is interested. */
  readonly event: EventId;
  /** Private, to which all guests are invited. */
  readonly privateEvent: EventId;
  /** An occurrence of a weekly series of a year. */
  readonly occurrence: EventId;
  /** The first of 20, with all guests. */
  readonly circle: string;
}

const hourMs = 3_600_000;
const ownEvents = 40;
const circles = 20;

const question = (label: string) =>
  ({ label, kind: 'text', options: [], isRequired: false, id: null }) as const;

/** Adds the organizer, the guests and what they have; `removeReaders` removes it all. */
export const addOrganizerScene = async (bench: DatasetBench, guestCount: number): Promise<OrganizerScene> => {
  const { bare, domain, dependencies } = bench;
  const [organizer, ...guests] = await addReaders(bench, guestCount + 1);
  if (!organizer) throw new Error('There is no organizer.');
  const organizerId = organizer.userId;
  await bare.query(`update app_user set name = 'Guest ' || username where username like 'reader-%'`);

  const now = dependencies.clock.now().getTime();
  const draftOf = (number: number): EventDraft => {
    const startAt = new Date(Math.ceil(now / hourMs + 24 * (number + 2)) * hourMs);
    return {
      ...draftDefaults,
      ...{
        title: `Evening number ${number}`,
        description: 'Come as you are. '.repeat(40),
        category: 'music',
      },
      ...{ startAt, endAt: new Date(startAt.getTime() + 3 * hourMs) },
      location: { address: `Street ${number}, Berlin`, lat: 52.5, lng: 13.4 },
    };
  };
  const add = async (number: number, more: Partial<EventDraft> = {}) =>
    (await domain.createEvent({ organizerId, draft: { ...draftOf(number), ...more } })).id;

  const questions = ['What do you bring?', 'What can you not eat?'].map(question);
  const seats = Math.round(guestCount * 0.7);
  const event = await add(0, { capacity: seats, hasWaitlist: true, questions });
  const privateEvent = await add(1, { visibility: 'private' });
  for (let number = 2; number < ownEvents; number += 1) await add(number);
  const { events } = await domain.createSeries({ organizerId, draft: draftOf(3), rule: 'FREQ=WEEKLY' });
  const occurrence = events[0]?.id;
  if (!occurrence) throw new Error('The series has no date.');

  const asked = await dependencies.stores.questions.ofEvent(event);
  const answers = Object.fromEntries(asked.map(({ id, label }) => [id, `Of ${label}: something`]));
  for (const [number, { userId }] of guests.entries()) {
    if (number < guestCount * 0.8) await domain.bookSeats({ eventId: event, userId, quantity: 1 });
    else await domain.answerRsvp({ eventId: event, userId, state: 'interested' });
    await domain.answerQuestions({ eventId: event, userId, answers });
  }

  const made: string[] = [];
  for (let number = 0; number < circles; number += 1)
    made.push((await domain.createCircle({ ownerId: organizerId, name: `Circle ${number}` })).id);
  const [circle = ''] = made;
  const userIds = guests.map(({ userId }) => userId);
  await domain.addCircleMembers({ circleId: circle, ownerId: organizerId, userIds });
  await domain.invite({
    ...{ eventId: privateEvent, callerId: organizerId },
    ...{ circleIds: [circle], userIds: [], emails: [] },
  });
  await bare.query('vacuum (analyze) booking, rsvp, event_stats, invitation');
  return { organizer, event, privateEvent, occurrence, circle };
};
