import { type Domain, DomainError, type EventSummary, limits, type UserId } from '@event-platform/domain';
import { type DemoStep, demoEvents, demoSteps } from './demo-data.ts';

/** Users and events in the database, by their keys in the demo data. */
export interface DemoLoaded {
  readonly users: ReadonlyMap<string, UserId>;
  readonly events: ReadonlyMap<string, EventSummary>;
}

export const entryOf = <Value>(map: ReadonlyMap<string, Value>, key: string): Value => {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo data refers to ${key}, which it does not define.`);
  return value;
};

/** Adds circles, invitations, RSVPs, saves, bookings and bring lists of the demo people; sends no e-mail. */
export const loadDemoSteps = async (domain: Domain, { users, events }: DemoLoaded): Promise<void> => {
  const circles = new Map<string, string>();
  const userOf = (key: string) => entryOf(users, key);

  const addCircle = async ({ owner, circle: name, members }: Extract<DemoStep, { owner: string }>) => {
    const ownerId = userOf(owner);
    const { items } = await domain.listCircles({ ownerId, limit: limits.pageSize });
    const { id } = items.find((item) => item.name === name) ?? (await domain.createCircle({ ownerId, name }));
    await domain.addCircleMembers({ ownerId, circleId: id, userIds: members.map(userOf) });
    circles.set(`${owner} ${name}`, id);
  };

  const take = async (step: Extract<DemoStep, { event: string }>) => {
    const eventId = events.get(step.event)?.id;
    const organizer = demoEvents.find(({ '@id': key }) => key === step.event)?.organizer;
    if (!eventId || !organizer) return;
    const callerId = userOf(organizer);
    if ('invite' in step)
      await domain.invite({
        ...{ eventId, callerId, emails: [] },
        circleIds: step.invite.circles.map((name) => entryOf(circles, `${organizer} ${name}`)),
        userIds: step.invite.people.map(userOf),
      });
    else if ('rsvp' in step)
      await domain.answerRsvp({ eventId, userId: userOf(step.person), state: step.rsvp });
    else if ('saved' in step) await domain.saveEvent({ eventId, userId: userOf(step.person), saved: true });
    else if ('seats' in step)
      await domain.bookSeats({ eventId, userId: userOf(step.person), quantity: step.seats });
    // Organizer and guests may have changed the list since an earlier start.
    else if ((await domain.listBringItems({ eventId, callerId })).length === 0)
      for (const { title, quantity, claims } of step.brings) {
        const { id: itemId } = await domain.addBringItem({ eventId, callerId, title, quantity });
        for (const [person, quantity] of Object.entries(claims))
          await whereAllowed(domain.claimBringItem({ eventId, itemId, userId: userOf(person), quantity }));
      }
  };

  for (const step of demoSteps)
    if ('owner' in step) await addCircle(step);
    else await whereAllowed(take(step));
};

/** Ignores refusals: the events of an earlier start may have ended, or been cancelled or made private since. */
const whereAllowed = async (step: Promise<unknown>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
};
