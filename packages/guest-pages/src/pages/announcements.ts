import { type Announcement, type Domain, DomainError, type UserId } from '@event-platform/domain';

/** A page shows the newest. */
const most = 3;

const noneWhenRefused = (error: unknown): { readonly items: readonly Announcement[] } => {
  if (error instanceof DomainError) return { items: [] };
  throw error;
};

/** The newest announcements of an event for a viewer who is tied to it; none for others. */
export const announcementsOf = async (
  { domain }: { readonly domain: Pick<Domain, 'listAnnouncements'> },
  eventId: string,
  callerId: UserId | null,
): Promise<readonly Announcement[]> => {
  if (!callerId) return [];
  const { items } = await domain
    .listAnnouncements({ eventId, callerId, page: 1, limit: most })
    .catch(noneWhenRefused);
  return items;
};
