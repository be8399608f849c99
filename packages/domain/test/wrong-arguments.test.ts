import t from 'tap';
import { createMemoryWorld } from '../memory/index.ts';
import { createDomain } from '../src/create-domain.ts';
import { isOfWrongArguments } from '../src/index.ts';
import { refuse } from '../src/problem.ts';
import { event, faultsOf, person, refusal } from './support.ts';

t.test('wrong arguments of callers without types are refused by every use case', async (t) => {
  const { domain, dependencies } = createMemoryWorld();
  const untyped = domain as unknown as Readonly<Record<string, (argument?: unknown) => unknown>>;
  const codes = new Set<string>();
  for (const [name, useCase] of Object.entries(untyped))
    for (const argument of [undefined, {}, { draft: {} }, { draft: { title: 5, location: null } }, 7])
      try {
        await useCase(argument);
      } catch (error) {
        t.match(error, { name: 'DomainError' }, `${name} of ${JSON.stringify(argument)}`);
        codes.add((error as { problem: { code: string } }).problem.code);
      }
  t.ok(codes.has('invalid_request'));
  t.equal((await dependencies.stores.managedCategories.all()).length > 0, true);
});

t.test('an RSVP of another word and a place of texts are refused', async (t) => {
  const world = createMemoryWorld();
  const userId = await person(world);
  const { id: eventId } = await event(world, userId);
  const state = 'maybe' as 'going';
  t.match(await faultsOf(world.domain.answerRsvp({ eventId, userId, state })), [{ path: '/state' }]);
  const location = { address: 'Maybachufer 1', lat: '52' as unknown as number, lng: 13 };
  t.match(
    await faultsOf(
      world.domain.updateEvent({
        eventId,
        callerId: userId,
        changes: { location },
        origin: undefined as never,
      }),
    ),
    [{ path: '/location/lat' }],
  );
});

t.test('values that only look like those of a field are refused by its name', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const userId = await person(world);
  const { id: eventId } = await event(world, userId);
  const changed = (changes: object) =>
    faultsOf(domain.updateEvent({ eventId, callerId: userId, changes, origin: undefined as never }));
  const wrong = {
    ...{ visibility: 'secret', price: '5', tags: [5], isAllDay: 'no', isPriceKnown: 'no', hasWaitlist: 1 },
  };
  for (const [field, value] of Object.entries(wrong))
    t.match(await changed({ [field]: value }), [{ path: `/${field}` }], field);
  t.match(await faultsOf(domain.saveEvent({ eventId, userId, saved: 'no' as never })), [{ path: '/saved' }]);
  for (const role of ['saved,going', [], ['x'], undefined] as never[])
    t.match(await faultsOf(domain.listMyEvents({ callerId: userId, role })), [{ path: '/role' }]);
  const when = 'future' as never;
  t.match(await faultsOf(domain.listMyEvents({ callerId: userId, role: 'saved', when })), [
    { path: '/when' },
  ]);
});

t.test('what is thrown is the cause; other errors pass through', async (t) => {
  const { domain, dependencies } = createMemoryWorld();
  const error = await (domain.getEvent as unknown as () => Promise<unknown>)().catch(
    (reason: unknown) => reason,
  );
  t.ok(isOfWrongArguments(error));
  t.type((error as Error).cause, TypeError);
  t.notOk(isOfWrongArguments(refuse('not_found')));
  const readPhone = domain.readPhone as unknown as () => unknown;
  t.throws(readPhone, refusal('invalid_request'));
  for (const failure of [new TypeError('fetch failed'), new Error('undefined')]) {
    const users = { ...dependencies.stores.users, find: () => Promise.reject(failure) };
    const failing = createDomain({ ...dependencies, stores: { ...dependencies.stores, users } });
    await t.rejects(failing.getProfile({ userId: 'x' as never }), failure);
  }
});
