import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, expectations, type Finding } from '../attack.ts';
import { median, type RealService, signInTo, startRealService } from '../real-service.ts';
import { worstEvent } from '../worst-content.ts';

const phones = Array.from({ length: 9 }, (_, number) => `+49151000${20_015 + 10_007 * number}`);
const peopleOfCall = 1_000;
/** Calls of one account at once. */
const parallel = 2;
const maxTimes = 5;

interface Organizer {
  readonly token: string;
}

const addPeople = async (service: RealService, count: number, from: number): Promise<readonly string[]> => {
  const users = await service.query<{ id: string }>(
    `insert into app_user (id, phone, username, name, bio, city, avatar, role, peaces_balance, created_at)
      select gen_random_uuid(), '+98' || n, 'guest-' || n, 'Guest', '', '', null, 'user', 0, now()
      from generate_series($1::int, $2::int) n returning id`,
    [from, from + count - 1],
  );
  return users.map(({ id }) => id);
};

const newEvent = async ({ replica }: RealService, { token }: Organizer): Promise<string> => {
  const body = { ...worstEvent(Date.now() + 86_400_000), title: 'Concert', description: '' };
  return (await replica.call('POST /v1/events', { token, body })).body.id;
};

const inviteTo = (
  { replica }: RealService,
  { token }: Organizer,
  event: string,
  userIds: readonly string[],
) => replica.call(`POST /v1/events/${event}/invites`, { token, body: { userIds } });

export const bulkInvites: Attack = {
  name: 'bulk-invites',
  about: 'eight accounts invite a thousand people again and again while another invites one',
  run: async ({ isShort }) => {
    // The short form of `full-circles` is the same.
    if (isShort) return [];
    const service = await startRealService(phones, { QUOTA_SCALE: '0' });
    try {
      const [other, ...organizers] = await Promise.all(phones.map((phone) => signInTo(service, phone)));
      if (!other) throw new Error('no host signed in');
      const samples = 50;
      const people = await addPeople(service, peopleOfCall, 1);
      const single = await newEvent(service, other);
      const guests = [...(await addPeople(service, samples * 3, peopleOfCall + 1))];
      const inviteOne = async (): Promise<number> => {
        const began = performance.now();
        const guest = guests.pop() ?? '';
        const { status } = await inviteTo(service, other, single, [guest]);
        return status === 201 ? performance.now() - began : Number.POSITIVE_INFINITY;
      };
      const sample = async (): Promise<readonly number[]> => {
        const waits: number[] = [];
        for (let count = 0; count < samples; count += 1) {
          waits.push(await inviteOne());
          await delay(20);
        }
        return waits;
      };
      await sample();
      const idle = median(await sample());
      let isOver = false;
      const statuses = new Map<number, number>();
      const attacks = organizers.flatMap((organizer) =>
        Array.from({ length: parallel }, async () => {
          while (!isOver) {
            const event = await newEvent(service, organizer);
            const { status } = await inviteTo(service, organizer, event, people);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        }),
      );
      await delay(1_000);
      const during = await sample();
      isOver = true;
      await Promise.all(attacks);
      const { faults, expect } = expectations();
      const times = median(during) / idle;
      const isBearable = times < maxTimes;
      expect(isBearable, `another account waits ${times.toFixed(1)} times as long`);
      expect(during.every(Number.isFinite), 'another account is refused');
      const sum = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
      const finding: Finding = {
        attack: `${organizers.length} accounts invite ${peopleOfCall} people at a time`,
        cost: `${sum}, ${parallel} calls of each account at once`,
        before: '44.5 → 5,282 ms (118.7 times), some 503',
        now: `another’s invite of one person ${idle.toFixed(1)} → ${median(during).toFixed(1)} ms (${times.toFixed(1)} times)`,
        faults,
      };
      return [finding];
    } finally {
      await service.close();
    }
  },
};
