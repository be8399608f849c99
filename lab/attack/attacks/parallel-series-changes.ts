import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type Finding, finding, wordsOf } from '../attack.ts';
import { newEvent } from '../new-event.ts';
import type { Person, RealService } from '../real-service.ts';
import { readSeriesRows } from '../series-rows.ts';
import { noticed, waitsWhile, warmUp, watchMemory } from '../waits.ts';
import { longestDescription, worstEvent } from '../worst-content.ts';

/** Within the 30 of an hour. */
const changesAtOnce = { full: [20, 8], short: [8, 4] } as const;
const cancelAfterMs = 100;
// One after another, before: memory is compared with what they take.
const usualChanges = 8;

const firstRule = 'FREQ=DAILY';
const rules = [firstRule, 'FREQ=DAILY;INTERVAL=2', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', 'FREQ=DAILY;INTERVAL=3'];

/** A change of a series: of its rule, its times, its title, or of all three; each call takes the next of these. */
const changeOf = (number: number): object => {
  const [rule, startTime] = [rules[Math.floor(number / 4) % rules.length], `${10 + (number % 12)}:30`];
  const event = { title: `Concert ${number}` };
  switch (number % 4) {
    case 0:
      return { rule };
    case 1:
      return { event: { startTime } };
    case 2:
      return { event: { ...event, durationMinutes: 30 + number } };
    default:
      return { rule, event: { ...event, startTime } };
  }
};

interface Answer {
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

interface Scene {
  readonly service: RealService;
  readonly series: string;
  readonly events: readonly string[];
  readonly host: Person;
  readonly admins: readonly Person[];
  readonly guests: readonly Person[];
}

const call = async (
  { replica }: RealService,
  target: string,
  { token }: Person,
  body?: unknown,
): Promise<Answer> => {
  const { status, headers } = await replica.call(target, { token, body });
  return { status, hasRetryAfter: headers.has('retry-after') };
};

/** Makes a daily series, its admins, and as many occurrences as a year has days. */
const makeScene = async (
  service: RealService,
  people: readonly Person[],
  description: string,
): Promise<Scene> => {
  const [host, ...others] = people as [Person, ...Person[]];
  const event = {
    ...worstEvent(Math.floor(Date.now() / 86_400_000 + 3) * 86_400_000),
    title: 'Concert',
    description,
    timeZone: 'UTC',
  };
  const { body } = await service.replica.call('POST /v1/event-series', {
    token: host.token,
    body: { event, rule: firstRule },
  });
  await call(service, `PATCH /v1/event-series/${body.id}`, host, { rule: firstRule });
  const events: string[] = body.events.map(({ id }: { id: string }) => id);
  const [admins, guests] = [others.slice(0, 2), others.slice(2)];
  for (const { id } of admins)
    for (const occurrence of events.slice(0, 5))
      await call(service, `PUT /v1/events/${occurrence}/admins/${id}`, host);
  return { service, series: body.id, events, host, admins, guests };
};

/** Guests answer the series and its events, and admins change single ones, until the work is over. */
const joinIn = async (scene: Scene, isOver: () => boolean): Promise<readonly Answer[]> => {
  const { service, series, events, admins, guests } = scene;
  const answers: Answer[] = [];
  const states = ['going', 'interested', null];
  const repeat = async (act: (turn: number) => Promise<Answer>): Promise<void> => {
    for (let turn = 0; !isOver(); turn += 1) {
      answers.push(await act(turn));
      await delay(50);
    }
  };
  const eventOf = (turn: number) => events[(turn * 7) % events.length] as string;
  await Promise.all([
    ...guests.map((guest, number) =>
      repeat((turn) => {
        const [target, body] = [
          turn % 4 ? `events/${eventOf(turn + number)}` : `event-series/${series}`,
          { status: states[turn % 3] },
        ];
        return call(service, `POST /v1/${target}/rsvp`, guest, body);
      }),
    ),
    ...admins.map((admin) =>
      repeat((turn) => {
        const title = `By an admin ${turn}`;
        return turn % 4
          ? call(service, `PATCH /v1/events/${events[turn % 5]}`, admin, { title })
          : call(service, `PATCH /v1/event-series/${series}`, admin, { event: { title } });
      }),
    ),
  ]);
  return answers;
};

const play = async (service: RealService, isShort: boolean): Promise<Finding> => {
  const [other, ...rest] = service.people as [Person, ...Person[]];
  // Young accounts have a tenth of the quotas.
  await service.query(`update app_user set created_at = created_at - interval '2 days'`);
  const scene = await makeScene(service, rest, isShort ? '' : longestDescription);
  const { series, host } = scene;
  const single = await newEvent(service.replica, other);
  let turn = 0;
  const write = async (): Promise<number> => {
    const began = performance.now();
    turn += 1;
    const { status } = await call(service, `POST /v1/events/${single}/rsvp`, other, {
      status: turn % 2 ? 'going' : 'interested',
    });
    return status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY;
  };
  const path = `/v1/event-series/${series}`;
  if (!isShort) {
    await warmUp(service, other.token);
    for (let number = 0; number < usualChanges; number += 1)
      await call(service, `PATCH ${path}`, host, changeOf(4 * number + 2));
    await service.query('delete from quota_use where key = $1', [`series-changes:${host.id}`]);
  }
  await waitsWhile(write, delay(300));
  const idle = await waitsWhile(write, delay(isShort ? 300 : 2_000));

  const cancelLater = async (): Promise<Answer> => {
    await delay(cancelAfterMs);
    return call(service, `POST ${path}/cancel`, host);
  };
  /** Changes at once, with guests and admins beside; then what is wrong with the rows. */
  const round = async (count: number, withCancel: boolean) => {
    let isOver = false;
    const changing = Promise.all([
      ...Array.from({ length: count }, (_, number) => call(service, `PATCH ${path}`, host, changeOf(number))),
      ...(withCancel ? [cancelLater()] : []),
    ]);
    const beside = joinIn(scene, () => isOver);
    const waits = await waitsWhile(write, changing);
    isOver = true;
    return { own: await changing, beside: await beside, waits, rows: await readSeriesRows(service, series) };
  };
  const grown = watchMemory(service);
  const [changes, withCancel] = isShort ? changesAtOnce.short : changesAtOnce.full;
  const first = await round(changes, false);
  const last = await round(withCancel, true);

  const others = noticed('another’s RSVP', idle, [...first.waits, ...last.waits], isShort);
  const memory = grown();
  const own = [...first.own, ...last.own];
  const beside = [...first.beside, ...last.beside];
  const sumOf = (answers: readonly Answer[]) => wordsOf(answers.map(({ status }) => status));
  const isRefusal = ({ status, hasRetryAfter }: Answer) =>
    status < 429 || ([429, 503].includes(status) && hasRetryAfter);
  const wrong = [...first.rows.faults, ...last.rows.faults];
  return finding(
    `${own.length} changes of a daily series at once, with guests and admins at its events`,
    `the organizer ${sumOf(own)}; ${scene.guests.length} guests and ${scene.admins.length} admins ${sumOf(beside)}`,
    `all ${first.rows.events} events agree with the rule, the times and the title of the series, of a cancelled one none is left; ${memory.words}; ${others.words}`,
    [
      [wrong.length === 0 && first.rows.events > 0, `events are ${wrong.join(', ') || 'gone'}`],
      ...(isShort ? [] : [memory.bound]),
      others.bound,
      [own.every(isRefusal), `the organizer gets ${sumOf(own)}`],
      [beside.every(({ status }) => status <= 429), `guests and admins get ${sumOf(beside)}`],
    ],
  );
};

export const parallelSeriesChanges: Attack = {
  name: 'parallel-series-changes',
  about: 'an organizer changes a long series many times at once while guests answer it',
  // Another caller, the organizer, two admins and guests.
  run: async ({ isShort, startService }) => [
    await play(await startService({ QUOTA_SCALE: '1' }, 10), isShort),
  ],
};
