import type { EventId } from '../../src/ids.ts';
import { addEvent, addUser, newId, newToken, now, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'events' | 'invitationCatalog' | 'inviteLinks' | 'users', 'unitOfWork'>;

/** What a link's token stands for, and for which event. */
const holderOf = async (stores: Ports['stores'], token: string) => {
  const holder = await stores.invitationCatalog.byToken(token);
  return holder && (holder.kind === 'retired' ? ['retired'] : [holder.kind, holder.event.id]);
};

export const inviteLinkContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps one token for each event', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [one, two, elsewhere] = [newToken(), newToken(), newToken()];
    t.equal(await stores.inviteLinks.find(event.id), null);
    t.equal(await stores.inviteLinks.tokenOf(event.id, one), one);
    t.equal(await stores.inviteLinks.find(event.id), one);
    t.equal(await stores.inviteLinks.find(other.id), null);
    t.equal(await stores.inviteLinks.tokenOf(event.id, two), one, 'the same on each call');
    t.equal(await stores.inviteLinks.tokenOf(other.id, elsewhere), elsewhere);
    t.strictSame(await holderOf(stores, one), ['link', event.id]);
    t.strictSame(await holderOf(stores, elsewhere), ['link', other.id]);
    t.equal(await holderOf(stores, two), null);
  });

  await example(t, 'agrees on one token among parallel first calls', async (t, { stores }) => {
    const events = [await addEvent(stores), await addEvent(stores)];
    for (const { id } of events) {
      const tokens = await concurrently(8, () => stores.inviteLinks.tokenOf(id, newToken()));
      t.equal(new Set(tokens).size, 1);
      t.strictSame(await holderOf(stores, tokens[0] ?? ''), ['link', id]);
    }
  });

  await example(t, 'rotates the token of this event alone', async (t, { stores }) => {
    const [event, other, unlinkedEvent] = [
      await addEvent(stores),
      await addEvent(stores),
      await addEvent(stores),
    ];
    const [first, second, third, elsewhere] = [newToken(), newToken(), newToken(), newToken()];
    await stores.inviteLinks.tokenOf(event.id, first);
    await stores.inviteLinks.tokenOf(other.id, elsewhere);
    await stores.inviteLinks.rotate(event.id, second);
    await stores.inviteLinks.rotate(event.id, third);
    t.strictSame(await holderOf(stores, first), ['retired']);
    t.strictSame(await holderOf(stores, second), ['retired']);
    t.strictSame(await holderOf(stores, third), ['link', event.id]);
    t.equal(await stores.inviteLinks.find(event.id), third);
    t.equal(await stores.inviteLinks.tokenOf(event.id, newToken()), third);
    t.strictSame(await holderOf(stores, elsewhere), ['link', other.id]);
    const fresh = newToken();
    await stores.inviteLinks.rotate(unlinkedEvent.id, fresh);
    t.strictSame(await holderOf(stores, fresh), ['link', unlinkedEvent.id], 'also where there was none');
    t.equal(await holderOf(stores, newToken()), null);
  });

  await example(t, 'leaves one live token after parallel rotations', async (t, { stores }) => {
    const event = await addEvent(stores);
    const tokens = await concurrently(6, async () => {
      const token = newToken();
      await stores.inviteLinks.rotate(event.id, token);
      return token;
    });
    const live = await stores.inviteLinks.tokenOf(event.id, newToken());
    t.ok(tokens.includes(live));
    t.strictSame(await holderOf(stores, live), ['link', event.id]);
  });

  await example(t, 'lets each person into each event once', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const joined = await concurrently(10, () => stores.inviteLinks.join(event.id, ada.id, now));
    t.equal(joined.filter((outcome) => outcome === 'joined').length, 1);
    t.equal(joined.filter((outcome) => outcome === 'repeated').length, 9);
    await stores.inviteLinks.rotate(event.id, newToken());
    t.equal(await stores.inviteLinks.join(event.id, ada.id, now), 'repeated', 'who joined stays');
    t.equal(await stores.inviteLinks.join(event.id, bob.id, now), 'joined');
    t.equal(await stores.inviteLinks.join(other.id, ada.id, now), 'joined');
    t.equal(await stores.inviteLinks.join(event.id, someUser().id, now), null);
    t.equal(await stores.inviteLinks.join(newId<'event'>() as EventId, ada.id, now), null);
    await stores.users.erase(bob.id, now);
    t.equal(await stores.inviteLinks.join(other.id, bob.id, now), null);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const [linkedEvent, unlinkedEvent] = [await addEvent(stores), await addEvent(stores)];
    const { id } = await addUser(stores);
    const [token, rotated, fresh] = [newToken(), newToken(), newToken()];
    await stores.inviteLinks.tokenOf(linkedEvent.id, token);
    await rolledBack(t, adapters, async ({ inviteLinks }) => {
      await inviteLinks.rotate(linkedEvent.id, rotated);
      await inviteLinks.tokenOf(unlinkedEvent.id, fresh);
      await inviteLinks.join(linkedEvent.id, id, now);
    });
    t.strictSame(await holderOf(stores, token), ['link', linkedEvent.id]);
    t.equal(await holderOf(stores, rotated), null);
    t.equal(await holderOf(stores, fresh), null);
    t.equal(await stores.inviteLinks.join(linkedEvent.id, id, now), 'joined');
  });
};
