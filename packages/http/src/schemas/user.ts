import { limits, type PublicUser, type User } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import type { Links } from '../links.ts';
import { MetadataChangesBody, MetadataFields } from './common/metadata.ts';
import { namedShape, nullable, oneOf, timestamp, url, uuid } from './common/shapes.ts';

const phone = Type.String({ description: 'Phone number in E.164 form.', examples: ['+4915112345678'] });
const name = Type.String({ examples: ['Mira'] });
const username = Type.String({ description: 'Unique; case does not matter.', examples: ['user-7f3k2m9q'] });
const avatar = url('A picture of the person.', 'https://example.com/mira.jpg');
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
    avatar,
    bio: Type.String({ examples: ['I play the double bass.'] }),
    role,
    city: Type.String({ examples: ['Lisbon'] }),
    peacesBalance: Type.Number({ description: 'The balance of the user.', examples: [0] }),
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
  avatar: links.avatar(user.avatar),
  bio: user.bio,
  role: user.role,
  city: user.city,
  peacesBalance: user.peacesBalance,
  metadata: user.metadata,
  createdAt: user.createdAt.toISOString(),
});

export const ShortUserShape = namedShape(
  'ShortUser',
  { id: uuid('Id of the user.'), phone, name, avatar, role },
  'The user who signed in.',
);

export const presentShortUser = (user: User, links: Links): Static<typeof ShortUserShape> => ({
  id: user.id,
  phone: user.phone,
  name: user.name,
  avatar: links.avatar(user.avatar),
  role: user.role,
});

export const PublicUserShape = namedShape(
  'PublicUser',
  { id: uuid('Id of the user.'), name, username, avatar },
  'The public part of a user.',
);

export const presentPublicUser = (user: PublicUser, links: Links): Static<typeof PublicUserShape> => ({
  id: user.id,
  name: user.name,
  username: user.username,
  avatar: links.avatar(user.avatar),
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
    bio: Type.Optional(Type.String({ maxLength: limits.bioLength, examples: ['I play the double bass.'] })),
    city: Type.Optional(Type.String({ maxLength: limits.cityLength, examples: ['Lisbon'] })),
    metadata: Type.Optional(MetadataChangesBody),
  },
  {
    title: 'ProfileChanges',
    description: 'Fields that are absent stay as they are.',
    examples: [{ name: 'Mira', city: 'Lisbon' }],
  },
);
