import type { Dependencies } from '../dependencies.ts';
import type { EventId, UserId } from '../ids.ts';
import { outToldOf } from '../notices/out-told.ts';
import { newChange } from '../outbox/change.ts';

/**
 * Queues what a removed guest is told. What it says of the event is kept in the unit of work that removes them: they may not
 * learn what is changed afterwards.
 */
export const tellRemoval = async (
  { events, notices, outbox }: Pick<Dependencies['stores'], 'events' | 'notices' | 'outbox'>,
  ids: Dependencies['ids'],
  removal: { readonly eventId: EventId; readonly userId: UserId | null; readonly actorId: UserId },
  now: Date,
): Promise<void> => {
  const change = newChange('guest.removed', now, { id: ids.next(), ...removal });
  const event = await events.find(removal.eventId);
  if (event && event.endAt > now)
    await notices.open({
      ...outToldOf(event, change),
      id: ids.next(),
      kind: 'guest_removed',
      createdAt: now,
    });
  await outbox.add([change]);
};
