import { limits, type PublicUser, type User } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import type { Links } from '../links.ts';
import { MetadataChangesBody, MetadataFields } from './common/metadata.ts';
import { namedShape, nullable, oneOf, timestamp, uuid } from './common/shapes.ts';
import { avatarFields, presentAvatar } from './picture.ts';

const phone = Type.String({ description: 'Phone number in E.164 form.', examples: ['+4915112345678'] });
const name = Type.String({ examples: ['Mira'] });
const username = Type.String({ description: 'Unique; case does not matter.', examples: ['user-7f3k2m9q'] });
const locale = Type.String({
  maxLength: limits.localeLength,
  description:
    'The language of SMS, mails and pushes to the person, as a tag (BCP 47): German and English are there, other tags are kept. Null: that of `Accept-Language`, where there is one.',
  examples: ['de-AT'],
});
const role = oneOf(['user', 'admin'], {
  description: 'The role of the user on the platform.',
  examples: ['user'],
});

export const UserShape = namedShape(
  'User',
  {
    id: uuid('Id of the user.'),
    phone,
    name,
    username,
    ...avatarFields,
    bio: Type.String({ examples: ['I play the double bass.'] }),
    role,
    city: Type.String({ examples: ['Lisbon'] }),
    email: nullable(
      Type.String({
        description: 'The e-mail address that is proven to be theirs.',
        examples: ['mira@example.org'],
      }),
    ),
    locale: nullable(locale),
    peacesBalance: Type.Number({
      description: 'A number that apps show; nothing in this interface changes it.',
      examples: [0],
    }),
    metadata: MetadataFields,
    createdAt: timestamp('When the account was created.'),
  },
  'The caller’s own profile.',
);

export const presentUser = (user: User, links: Links): Static<typeof UserShape> => ({
  id: user.id,
  phone: user.phone,
  name: user.name,
  username: user.username,
  ...presentAvatar(user, links),
  bio: user.bio,
  role: user.role,
  city: user.city,
  email: user.email,
  locale: user.locale,
  peacesBalance: user.peacesBalance,
  metadata: user.metadata,
  createdAt: user.createdAt.toISOString(),
});

export const ShortUserShape = namedShape(
  'ShortUser',
  { id: uuid('Id of the user.'), phone, name, ...avatarFields, role },
  'The user who signed in.',
);

export const presentShortUser = (user: User, links: Links): Static<typeof ShortUserShape> => ({
  id: user.id,
  phone: user.phone,
  name: user.name,
  ...presentAvatar(user, links),
  role: user.role,
});

export const PublicUserShape = namedShape(
  'PublicUser',
  { id: uuid('Id of the user.'), name, username, ...avatarFields },
  'The public part of a user.',
);

export const presentPublicUser = (user: PublicUser, links: Links): Static<typeof PublicUserShape> => ({
  id: user.id,
  name: user.name,
  username: user.username,
  ...presentAvatar(user, links),
});

export const ProfileChangesBody = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: limits.nameLength, examples: ['Mira'] })),
    username: Type.Optional(
      Type.String({
        minLength: limits.usernameMinLength,
        maxLength: limits.usernameLength,
        description: 'Letters a-z, digits, dots, hyphens, underscores.',
        examples: ['mira'],
      }),
    ),
    avatar: Type.Optional(
      nullable(
        Type.String({
          maxLength: limits.urlLength,
          description: 'An http or https URL without user name and password; null for the default picture.',
          examples: ['https://example.com/mira.jpg'],
        }),
      ),
    ),
    avatarId: Type.Optional(
      nullable(
        Type.String({
          description: 'Id of a picture of the caller, in place of `avatar`; null for the default picture.',
          examples: ['Zk3vQ8mT1xWc7RbY5nHd2L'],
        }),
      ),
    ),
    bio: Type.Optional(Type.String({ maxLength: limits.bioLength, examples: ['I play the double bass.'] })),
    city: Type.Optional(Type.String({ maxLength: limits.cityLength, examples: ['Lisbon'] })),
    locale: Type.Optional(nullable(locale)),
    metadata: Type.Optional(MetadataChangesBody),
  },
  {
    title: 'ProfileChanges',
    description: 'Fields that are absent stay as they are.',
    examples: [{ name: 'Mira', city: 'Lisbon' }],
  },
);
