import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { canonicalLocale, localeFaults } from '../languages/language.ts';
import { limits } from '../limits.ts';
import { changedMetadata, type MetadataChanges, metadataFaults, storedMetadata } from '../metadata.ts';
import { chosenPicture } from '../pictures/chosen-picture.ts';
import { referredPicture } from '../pictures/picture.ts';
import { type FieldFault, refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { textFaults } from '../text.ts';
import { urlFaults } from '../urls.ts';
import { isReservedUsername } from './reserved-usernames.ts';
import { type Profile, type ProfileChanges, type User, usernameFaults } from './user.ts';

export interface UpdateProfile {
  readonly userId: UserId;
  /** What to change; a null avatar restores the default picture, a null locale names no language. */
  readonly changes: ProfileChanges & { readonly avatarId?: string | null | undefined };
}

/**
 * Changes the caller's profile. Throws `invalid_request`, `username_taken` (also for a name that sounds like the
 * operator and is not the caller's own already), `unauthenticated`, `rate_limited`.
 */
export const updateProfile =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({ userId, changes: { avatarId: id, ...asked } }: UpdateProfile): Promise<User> => {
    const choice = await chosenPicture(dependencies, userId, { id, url: asked.avatar }, avatarPaths);
    const changes = choice.picture === undefined ? asked : { ...asked, avatar: choice.picture };
    const faults = [...choice.faults, ...profileFaults(changes)];
    if (faults.length > 0) throw refuseInput(...faults);
    const { stores } = dependencies;
    await useQuota(dependencies, userId, 'profile-changes');
    for (;;) {
      const current = await stores.users.find(userId);
      if (!current) throw refuse('unauthenticated');
      const profile = changedProfile(current, changes);
      const fields = Object.keys(profile) as (keyof Profile)[];
      if (fields.every((field) => JSON.stringify(profile[field]) === JSON.stringify(current[field])))
        return current;
      const { username } = changes;
      const isOwn = username?.toLowerCase() === current.username.toLowerCase();
      if (username !== undefined && !isOwn && isReservedUsername(username)) throw refuse('username_taken');
      const user = await stores.users.update(userId, profile, profile.metadata && current.metadata);
      if (user === 'username_taken') throw refuse('username_taken');
      if (!user) throw refuse('unauthenticated');
      if (user !== 'outdated') return user;
    }
  };

const avatarPaths = { id: '/avatarId', url: '/avatar' };

const profileFaults = ({
  name,
  username,
  avatar,
  bio,
  city,
  locale,
}: ProfileChanges): readonly FieldFault[] => [
  ...(name === undefined
    ? []
    : textFaults('/name', name, { maxLength: limits.nameLength, mayBeBlank: true })),
  ...(username === undefined ? [] : usernameFaults(username)),
  ...(typeof avatar !== 'string' || referredPicture(avatar) ? [] : urlFaults('/avatar', avatar)),
  ...(bio === undefined
    ? []
    : textFaults('/bio', bio, { maxLength: limits.bioLength, mayBeBlank: true, isMultiLine: true })),
  ...(city === undefined
    ? []
    : textFaults('/city', city, { maxLength: limits.cityLength, mayBeBlank: true })),
  ...(locale === undefined || locale === null ? [] : localeFaults('/locale', locale)),
];

/** Copies the known fields, so that any other field a caller sends is ignored. */
const changedProfile = (
  current: Profile,
  { name, username, avatar, bio, city, locale, metadata }: ProfileChanges,
): Partial<Profile> => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(username === undefined ? {} : { username }),
  ...(avatar === undefined ? {} : { avatar }),
  ...(bio === undefined ? {} : { bio: bio.trim() }),
  ...(city === undefined ? {} : { city: city.trim() }),
  ...(locale === undefined ? {} : { locale: locale === null ? null : canonicalLocale(locale) }),
  ...(metadata === undefined ? {} : { metadata: mergedMetadata(current.metadata, metadata) }),
});

/** Throws `invalid_request`. */
const mergedMetadata = (before: Profile['metadata'], changes: MetadataChanges): Profile['metadata'] => {
  const metadata = changedMetadata(before, changes);
  const faults = metadataFaults(metadata, '/metadata');
  if (faults.length > 0) throw refuseInput(...faults);
  return storedMetadata(metadata);
};
