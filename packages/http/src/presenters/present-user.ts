import type { PublicUser, User } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import type { PublicUserShape, ShortUserShape, UserShape } from '../schemas/user.ts';

/** The URL of a user's picture, or of the default one. */
export const avatarOf = (avatar: string | null, links: Links): string => avatar ?? links.defaultAvatar;

export const presentUser = (user: User, links: Links): Static<typeof UserShape> => ({
  id: user.id,
  phone: user.phone,
  name: user.name,
  username: user.username,
  avatar: avatarOf(user.avatar, links),
  bio: user.bio,
  role: user.role,
  city: user.city,
  peacesBalance: user.peacesBalance,
  createdAt: user.createdAt.toISOString(),
});

export const presentShortUser = (user: User, links: Links): Static<typeof ShortUserShape> => ({
  id: user.id,
  phone: user.phone,
  name: user.name,
  avatar: avatarOf(user.avatar, links),
  role: user.role,
});

export const presentPublicUser = (user: PublicUser, links: Links): Static<typeof PublicUserShape> => ({
  id: user.id,
  name: user.name,
  username: user.username,
  avatar: avatarOf(user.avatar, links),
});
