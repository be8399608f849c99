import type { MemoryWorld } from '../memory/index.ts';
import { draftDefaults, type EventDraft } from '../src/events/event-fields.ts';
import type { UserId } from '../src/ids.ts';
import { DomainError, type FieldFault, type Problem, type ProblemCode } from '../src/problem.ts';
import { after, day, hour } from '../src/time.ts';

/**
 * The same pattern for node-tap's `match`, which compares strings by substring, with each string to be met in
 * full.
 */
const inFull = (pattern: unknown): unknown => {
  if (typeof pattern === 'string') return new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
  if (Array.isArray(pattern)) return pattern.map(inFull);
  if (typeof pattern !== 'object' || pattern === null) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([key, value]) => [key, inFull(value)]));
};

/** The pattern of a rejection with that problem. */
export const refusal = (code: ProblemCode, more = {}) => ({
  name: /^DomainError$/,
  problem: inFull({ code, ...more }),
});

/** The problem of a rejected call. */
export const problemOf = async (call: Promise<unknown>): Promise<Problem> => {
  const error = await call.then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof DomainError) return error.problem;
  throw error;
};

/** The faults of a call with invalid input. */
export const faultsOf = async (call: Promise<unknown>): Promise<readonly FieldFault[]> => {
  const problem = await problemOf(call);
  if (problem.code === 'invalid_request') return problem.errors;
  throw new Error(`was refused with ${problem.code}`);
};

/** A UUID that no row has. */
export const unknownId = '0190a000-0000-7000-8000-000000000000';

let people = 0;

/** A user who signed in. */
export const person = async (world: MemoryWorld): Promise<UserId> => {
  people += 1;
  const phone = `+4917${String(people).padStart(8, '0')}`;
  await world.domain.startSignIn({ phone });
  const code = world.smsSent.at(-1)?.code ?? '';
  return (await world.domain.checkCode({ phone, code, network: '203.0.113.0/24' })).user.id;
};

/** A valid draft, tomorrow for two hours in Berlin. */
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
