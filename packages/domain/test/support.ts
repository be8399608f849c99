import type { MemoryWorld } from '../memory/index.ts';
import { draftDefaults, type EventDraft } from '../src/events/event-draft.ts';
import type { UserId } from '../src/ids.ts';
import type { ProblemCode } from '../src/problem.ts';
import { after, day, hour } from '../src/time.ts';

/** What a rejection with that problem looks like. */
export const refusal = (code: ProblemCode, more = {}) => ({
  name: 'DomainError',
  problem: { code, ...more },
});

let people = 0;

/** A person who signed in. */
export const person = async (world: MemoryWorld): Promise<UserId> => {
  people += 1;
  const phone = `+4917${String(people).padStart(8, '0')}`;
  await world.domain.startSignIn({ phone });
  const code = world.smsSent.at(-1)?.code ?? '';
  return (await world.domain.checkCode({ phone, code, network: '203.0.113.0/24' })).user.id;
};

/** A sound draft, tomorrow for two hours in Berlin. */
export const draft = (world: MemoryWorld, changes: Partial<EventDraft> = {}): EventDraft => ({
  ...draftDefaults,
  title: 'Lantern concert',
  description: 'Songs by the canal.',
  startAt: after(world.clock.now(), day),
  endAt: after(world.clock.now(), day + 2 * hour),
  location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
  category: 'music',
  ...changes,
});

/** An event of `organizerId`. */
export const event = (world: MemoryWorld, organizerId: UserId, changes: Partial<EventDraft> = {}) =>
  world.domain.createEvent({ organizerId, draft: draft(world, changes) });
