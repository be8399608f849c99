import type { UserId } from '../../src/ids.ts';
import type { PictureScope } from '../../src/outbox/picture-scope.ts';
import { offsetOf } from '../../src/paging.ts';
import {
  type JudgedPicture,
  type PictureId,
  type PictureRecord,
  picturePolicy,
  referredPicture,
} from '../../src/pictures/picture.ts';
import type { PictureRecords } from '../../src/ports/pictures/picture-records.ts';
import type { Tables } from '../tables.ts';

const idIn = (address: string | null): PictureId | undefined => referredPicture(address)?.id;

/** An address as it is stored: none in place of a picture that is gone. */
export const picturedIn = ({ pictures }: Pick<Tables, 'pictures'>, address: string | null): string | null => {
  const id = idIn(address);
  return id === undefined || pictures.get(id) ? address : null;
};

const pageSize = 1_000;

export const memoryPictureRecords = (tables: Tables): PictureRecords => {
  const { pictures, events, series, users } = tables;
  const isActive = (id: UserId): boolean => users.get(id)?.suspendedAt === null;
  const eventsWith = (id: PictureId) => events.rows().filter(({ coverUrl }) => idIn(coverUrl) === id);
  const peopleWith = (id: PictureId) => users.rows().filter(({ avatar }) => idIn(avatar) === id);
  const seriesWith = (id: PictureId) => series.rows().filter(({ draft }) => idIn(draft.coverUrl) === id);
  const isUsed = ({ id }: PictureRecord): boolean =>
    [eventsWith, peopleWith, seriesWith].some((rowsWith) => rowsWith(id).length > 0);

  const judged = (picture: PictureRecord): JudgedPicture => {
    const showing = eventsWith(picture.id);
    const isShown =
      showing.some(({ takenDown, organizerId }) => !takenDown && isActive(organizerId)) ||
      peopleWith(picture.id).some(({ id }) => isActive(id)) ||
      (isActive(picture.ownerId) && showing.every(({ takenDown }) => !takenDown));
    return { ...picture, isShown };
  };
  const isIn = (picture: PictureRecord, scope: PictureScope): boolean => {
    if ('pictureId' in scope) return picture.id === scope.pictureId;
    const showing = eventsWith(picture.id);
    return 'eventId' in scope
      ? showing.some(({ id }) => id === scope.eventId)
      : picture.ownerId === scope.userId || showing.some(({ organizerId }) => organizerId === scope.userId);
  };
  const ofOwner = (owner: UserId) => pictures.rows().filter(({ ownerId }) => ownerId === owner);

  const remove = (id: PictureId): void => {
    pictures.delete(id);
    for (const event of eventsWith(id)) events.set(event.id, { ...event, coverUrl: null });
    for (const user of peopleWith(id)) users.set(user.id, { ...user, avatar: null });
    for (const row of seriesWith(id)) series.set(row.id, { ...row, draft: { ...row.draft, coverUrl: null } });
  };

  return {
    add: async (picture, most) => {
      if (!users.get(picture.ownerId) || (most !== null && ofOwner(picture.ownerId).length >= most))
        return false;
      pictures.set(picture.id, picture);
      return true;
    },
    count: async (owner) => ofOwner(owner).length,
    find: async (id) => {
      const picture = pictures.get(id);
      return picture ? judged(picture) : null;
    },
    page: async (after) =>
      pictures
        .rows()
        .filter(({ id }) => id > after)
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, pageSize)
        .map(judged),
    judge: async (scope) =>
      pictures
        .rows()
        .filter((picture) => isIn(picture, scope))
        .map(judged),
    list: async (owner, page) => {
      const own = ofOwner(owner).sort(
        (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? -1 : 1),
      );
      const items = own.slice(offsetOf(page), offsetOf(page) + page.limit).map((picture) => ({
        id: picture.id,
        width: picture.width,
        height: picture.height,
        thumbhash: picture.thumbhash,
        createdAt: picture.createdAt,
        usedBy: [
          ...eventsWith(picture.id)
            .map(({ id }) => id)
            .sort()
            .slice(0, picturePolicy.usedByEvents),
          ...(peopleWith(picture.id).length > 0 ? ['avatar'] : []),
        ],
      }));
      return { items, total: own.length, ...page };
    },
    remove: async (id, owner) => {
      const picture = pictures.get(id);
      if (!picture || (owner !== null && picture.ownerId !== owner)) return false;
      remove(id);
      return true;
    },
    noteAside: async (id, since) => {
      const picture = pictures.get(id);
      if (picture) pictures.set(id, { ...picture, asideSince: since });
    },
    noteUnused: async (at) => {
      for (const picture of pictures.rows()) {
        const unusedSince = isUsed(picture) ? null : (picture.unusedSince ?? at);
        if (unusedSince !== picture.unusedSince) pictures.set(picture.id, { ...picture, unusedSince });
      }
    },
    removeSpent: async (unusedBefore, asideBefore) => {
      const spent = pictures.rows().filter((picture) => {
        const { unusedSince, asideSince, ownerId } = picture;
        return (
          (unusedSince !== null && unusedSince < unusedBefore) ||
          (asideSince !== null && asideSince < asideBefore) ||
          (!users.get(ownerId) && !judged(picture).isShown)
        );
      });
      for (const { id } of spent) remove(id);
      return spent;
    },
  };
};
