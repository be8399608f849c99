import { type Attack, type Bound, finding } from '../attack.ts';
import { newPhone, signIn } from '../callers.ts';
import { newEvent } from '../new-event.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Two new accounts make what the first page of each list holds longest. */
export const occupiedLists: Attack = {
  name: 'occupied-lists',
  about: 'two new accounts make events that are on for as long as may be; then another looks for theirs',
  run: async (target) => {
    const service = await target.openSimulation();
    const now = service.clock.now().getTime();
    const ever = { startAt: '1970-01-01T00:00:00.000Z', endAt: '9999-12-31T00:00:00.000Z' };
    const longest = {
      startAt: new Date(now - day + hour).toISOString(),
      endAt: new Date(now - day + hour + 92 * day).toISOString(),
    };
    let [endless, bounded] = [0, 0];
    for (const from of ['10.1.1.1', '10.2.1.1']) {
      const account = await signIn(service, newPhone(), { from });
      for (let count = 0; count < 10; count += 1) {
        if (/-/.test(await newEvent(service, account, ever))) endless += 1;
        else if (/-/.test(await newEvent(service, account, longest))) bounded += 1;
      }
    }
    const other = await signIn(service, newPhone(), { from: '10.3.1.1' });
    const id = await newEvent(service, other);
    service.clock.advance(2 * hour);
    const lists = [
      '/v1/events',
      '/v1/events?lat=52.5&lng=13.4',
      '/v1/events?q=concert',
      '/v1/events?category=music',
    ];
    const bounds: Bound[] = [];
    for (const list of lists) {
      const { body } = await service.call(`GET ${list}`);
      bounds.push([body.data[0]?.id === id, `${list} begins with an event of the attackers`]);
    }
    return [
      finding(
        'two new accounts make events from 1970 to 9999, then as long as may be',
        `${endless} endless events, ${bounded} of 92 days`,
        `${bounds.filter(([isFirst]) => isFirst).length} of ${lists.length} lists begin with another’s event`,
        bounds,
      ),
    ];
  },
};
