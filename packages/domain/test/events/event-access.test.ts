import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { refusal, unknownId } from '../support.ts';

t.test('an unknown id and a text that is no UUID name no event', async (t) => {
  const { domain } = createMemoryWorld();
  for (const eventId of ['nope', unknownId])
    await t.rejects(domain.getEvent({ eventId, callerId: null }), refusal('event_not_found'));
});
