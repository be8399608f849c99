import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, expectations, type Finding } from '../attack.ts';
import { latencyOf, median, type RealService, signInTo, startRealService } from '../real-service.ts';

const hourMs = 3_600_000;
const [organizerPhone, guestPhone, otherPhone] = [
  '+4915100000001',
  '+4915100010008',
  '+4915100020015',
] as const;

interface Person {
  readonly id: string;
  readonly token: string;
}

/** Texts at their limits, of characters that take four bytes each. */
const [longTitle, longDescription] = ['🎪'.repeat(200), '🎪🎺\n'.repeat(3_333)];

const addEvents = async (service: RealService, organizer: Person, guest: Person, count: number) => {
  for (let number = 0; number < count; number += 1) {
    const startAt = Date.now() + (number + 2) * hourMs;
    const { body } = await service.replica.call('POST /v1/events', {
      token: organizer.token,
      body: {
        title: longTitle,
        description: longDescription,
        startAt: new Date(startAt).toISOString(),
        endAt: new Date(startAt + hourMs).toISOString(),
        location: { address: '🏟'.repeat(300), lat: 52.5, lng: 13.4 },
        category: 'music',
      },
    });
    await service.replica.call(`POST /v1/events/${body.id}/rsvp`, {
      token: guest.token,
      body: { status: 'going' },
    });
    if (number < 30)
      await service.replica.call(`POST /v1/events/${body.id}/invites`, {
        token: organizer.token,
        body: { userIds: [guest.id] },
      });
  }
};

const addCircle = async (service: RealService, owner: Person): Promise<string> => {
  const { body } = await service.replica.call('POST /v1/me/circles', {
    token: owner.token,
    body: { name: '🎪'.repeat(100) },
  });
  const users = await service.query<{ id: string }>(
    `insert into app_user (id, phone, username, name, bio, city, avatar, role, peaces_balance, created_at)
      select gen_random_uuid(), '+99' || n, 'worst-' || n, repeat('🎪', 100), repeat('🎪', 1000), '', null, 'user', 0, now()
      from generate_series(1, 1000) n returning id`,
  );
  await service.replica.call(`POST /v1/me/circles/${body.id}/members`, {
    token: owner.token,
    body: { userIds: users.map(({ id }) => id) },
  });
  return body.id;
};

/** What 20 parallel readers of one URL do to another caller. */
const play = async (
  service: RealService,
  other: Person,
  { what, url, token }: { readonly what: string; readonly url: string; readonly token?: string },
  isShort: boolean,
): Promise<Finding> => {
  const samples = isShort ? 15 : 50;
  const own = { authorization: `Bearer ${other.token}` };
  const quick = `${service.replica.url}/v1/categories`;
  const sample = async (times: number) => {
    const seen: number[] = [];
    for (let time = 0; time < times; time += 1) seen.push(await latencyOf(quick, own));
    return median(seen);
  };
  await sample(samples / 5);
  const idle = await sample(samples);
  let isOver = false;
  let reads = 0;
  const readers = Array.from({ length: 20 }, async () => {
    while (!isOver) {
      await latencyOf(url, token === undefined ? {} : { authorization: `Bearer ${token}` });
      reads += 1;
      // An attacker on another machine takes no processor from the service.
      await delay(20);
    }
  });
  const during = await sample(samples);
  const health: number[] = [];
  for (let time = 0; time < 10; time += 1) health.push(await latencyOf(`${service.replica.url}/health/live`));
  isOver = true;
  await Promise.all(readers);
  const { faults, expect } = expectations();
  // The short form runs where other checks do, so that it judges only what no load of a machine explains. Ten
  // milliseconds: attacker and service share the processors of this machine.
  const bearable = isShort ? 1_000 : 2 * idle + 10;
  expect(during <= bearable, `another caller waits ${during.toFixed(1)} ms instead of ${idle.toFixed(1)}`);
  const slowest = isShort ? median(health) : Math.max(...health);
  expect(slowest < 500, `health took ${slowest.toFixed(0)} ms`);
  return {
    attack: `20 parallel reads of ${what}`,
    cost: `${reads} reads`,
    before: what === 'the fullest calendar' ? 'the process held for 5.5 s, 900 MB' : '–',
    now: `another caller ${idle.toFixed(1)} → ${during.toFixed(1)} ms, health at most ${Math.max(...health).toFixed(0)} ms`,
    faults,
  };
};

const memoryAfter = async (service: RealService): Promise<Finding> => {
  let mb = service.residentMb();
  for (let waited = 0; waited < 60 && mb > 300; waited += 1) {
    await delay(1_000);
    await latencyOf(`${service.replica.url}/v1/categories`);
    mb = service.residentMb();
  }
  const { faults, expect } = expectations();
  expect(mb <= 300, `${mb.toFixed(0)} MB`);
  return {
    attack: 'memory after all of it',
    cost: '–',
    before: '900 MB',
    now: `${mb.toFixed(0)} MB`,
    faults,
  };
};

export const worstReads: Attack = {
  name: 'worst-reads',
  about: 'the fullest calendar, the longest texts and the fullest lists are read 20 in parallel',
  run: async (target) => {
    const service = await startRealService([organizerPhone, guestPhone, otherPhone], { QUOTA_SCALE: '0' });
    try {
      const organizer = await signInTo(service, organizerPhone);
      const guest = await signInTo(service, guestPhone);
      const other = await signInTo(service, otherPhone);
      await addEvents(service, organizer, guest, target.isShort ? 15 : 320);
      const circle = await addCircle(service, organizer);
      const { body: feed } = await service.replica.call('GET /v1/me/calendar', { token: guest.token });
      const at = (path: string) => `${service.replica.url}${path}`;
      const { token } = guest;
      const reads = [
        {
          what: 'the fullest calendar',
          url: String(feed.url).replace(/^https?:\/\/[^/]+/, service.replica.url),
        },
        { what: 'the longest list', url: at('/v1/events?limit=50') },
        { what: 'a list of one’s own', url: at('/v1/me/events?role=going&limit=50'), token },
        {
          what: 'the longest search',
          url: at(`/v1/events/search?q=${encodeURIComponent('🎪 '.repeat(90))}`),
        },
        {
          what: 'the fullest circle',
          url: at(`/v1/me/circles/${circle}/members?limit=50`),
          token: organizer.token,
        },
        { what: 'the fullest invitations', url: at('/v1/me/event-invites'), token },
      ];
      const findings: Finding[] = [];
      for (const read of reads) findings.push(await play(service, other, read, target.isShort));
      findings.push(await memoryAfter(service));
      return findings;
    } finally {
      await service.close();
    }
  },
};
