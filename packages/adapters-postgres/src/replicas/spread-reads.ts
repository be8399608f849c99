import { DomainError, type SnapshotVersions, type Stores, type UserId } from '@event-platform/domain';
import type { ReplicaSet } from './replica-set.ts';

/**
 * The writer's stores, whose reads named here go to a replica where one is recent enough. What fails on a replica, or
 * is not found there, is read from the writer. Reads that decide a write always go to the writer.
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
      if (error instanceof DomainError) replica.exclude();
      return ask(writer);
    }
  };
  /** A link may lead to a row that the replica has not replayed yet. */
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
      openOf: (user, page, at) =>
        read(user, ({ invitationCatalog }) => invitationCatalog.openOf(user, page, at)),
    },
    vocabulary: {
      sharingDeletion: (deletions, limit) =>
        read(null, ({ vocabulary }) => vocabulary.sharingDeletion(deletions, limit)),
    },
  };
};

/**
 * Snapshot versions for anonymous reads from replicas. Each read comes from a server that has replayed at least what
 * the version names, and a server that has replayed more changes the version when it is watched next: a cached
 * response is older than a fresh read by no more than the watch interval.
 */
export const spreadSnapshotVersions = (
  writer: SnapshotVersions,
  replicas: Pick<ReplicaSet, 'choose' | 'snapshotVersion'>,
): SnapshotVersions => ({
  current: async () => replicas.snapshotVersion() ?? writer.current(),
  nextEnd: async (at) => {
    const replica = replicas.choose(null);
    if (!replica) return writer.nextEnd(at);
    return replica.snapshotVersions.nextEnd(at).catch(() => writer.nextEnd(at));
  },
});
