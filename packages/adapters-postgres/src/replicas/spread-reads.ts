import { DomainError, type SnapshotVersions, type Stores, type UserId } from '@event-platform/domain';
import type { ReplicaSet } from './replica-set.ts';

/**
 * The writer's stores, of which the reads named here go to a replica where one will do. Whatever fails on a replica,
 * or is not found there, is asked of the writer. Reads that a write is decided by are not among them.
 */
export const spreadReads = (writer: Stores, replicas: Pick<ReplicaSet, 'choose'>): Stores => {
  const read = async <Found>(
    caller: UserId | null,
    ask: (stores: Stores) => Promise<Found>,
  ): Promise<Found> => {
    const replica = replicas.choose(caller);
    if (!replica) return ask(writer);
    try {
      return await ask(replica.stores);
    } catch (error) {
      if (error instanceof DomainError) replica.putAside();
      return ask(writer);
    }
  };
  /** Somebody may come with the link to what was made a moment ago. */
  const find = async <Found>(
    caller: UserId | null,
    ask: (stores: Stores) => Promise<Found | null>,
  ): Promise<Found | null> => (await read(caller, ask)) ?? ask(writer);

  return {
    ...writer,
    categories: {
      ...writer.categories,
      list: () => read(null, ({ categories }) => categories.list()),
    },
    circles: {
      ...writer.circles,
      list: (owner, page) => read(owner, ({ circles }) => circles.list(owner, page)),
      members: (id, owner, page) => find(owner, ({ circles }) => circles.members(id, owner, page)),
    },
    eventCatalog: {
      list: (filter, order, caller, page) =>
        read(caller, ({ eventCatalog }) => eventCatalog.list(filter, order, caller, page)),
      detail: (id, caller, at) => find(caller, ({ eventCatalog }) => eventCatalog.detail(id, caller, at)),
      mine: (caller, role, page, at) =>
        read(caller, ({ eventCatalog }) => eventCatalog.mine(caller, role, page, at)),
    },
    invitationCatalog: {
      ...writer.invitationCatalog,
      openOf: (user, at) => read(user, ({ invitationCatalog }) => invitationCatalog.openOf(user, at)),
    },
    vocabulary: {
      sharingDeletion: (deletions, limit) =>
        read(null, ({ vocabulary }) => vocabulary.sharingDeletion(deletions, limit)),
    },
  };
};

/**
 * Marks for what strangers read from replicas. Each answer comes from a server that is at least where the mark says,
 * and a server that has moved on makes another mark with the next look at it: what is remembered is older than what
 * would be read by no more than the time between looks.
 */
export const spreadMarks = (
  writer: SnapshotVersions,
  replicas: Pick<ReplicaSet, 'choose' | 'mark'>,
): SnapshotVersions => ({
  current: async () => replicas.mark() ?? writer.current(),
  nextEnd: async (at) => {
    const replica = replicas.choose(null);
    if (!replica) return writer.nextEnd(at);
    return replica.snapshotVersions.nextEnd(at).catch(() => writer.nextEnd(at));
  },
});
