import {
  limits,
  type OwnPicture,
  type Picture,
  picturePolicy,
  referredPicture,
} from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import type { Links } from '../links.ts';
import { namedShape, nullable, timestamp, url } from './common/shapes.ts';

const id = Type.String({ examples: ['Zk3vQ8mT1xWc7RbY5nHd2L'], description: 'Id of the picture.' });

const address = (width: string) =>
  Type.String({
    format: 'uri',
    maxLength: limits.urlLength,
    description: width,
    examples: ['https://events.example.com/pictures/Zk3vQ8mT1xWc7RbY5nHd2L/large.webp'],
  });

const shownFields = {
  width: Type.Integer({ description: 'Of `large`, in pixels.', examples: [1_600] }),
  height: Type.Integer({ description: 'Of `large`, in pixels.', examples: [900] }),
  thumbhash: Type.String({
    description: 'What to show until the picture is there: a ThumbHash, in base64.',
    examples: ['HBkSHYSIeHiPiHh8eJd4eTN0EEQG'],
  }),
  urls: Type.Object(
    {
      small: address('At most 320 pixels wide.'),
      medium: address('At most 800 pixels wide.'),
      large: address('At most 1,600 pixels wide.'),
    },
    { description: 'WebP, in sRGB.' },
  ),
};

/** The sizes of a picture that is the service's own. */
export const shownPicture = (description: string) => nullable(Type.Object(shownFields, { description }));

/** How a person looks. */
export const avatarFields = {
  avatar: url('A picture of the person.', 'https://example.com/mira.jpg'),
  avatarPicture: shownPicture('Its sizes; null unless it is a picture of the service.'),
};

export const PictureShape = namedShape(
  'Picture',
  { id, ...shownFields, createdAt: timestamp('When it was sent.') },
  'A picture of the caller.',
);

export const OwnPictureShape = namedShape(
  'OwnPicture',
  {
    id,
    ...shownFields,
    createdAt: timestamp('When it was sent.'),
    usedBy: Type.Array(Type.String({ examples: ['avatar'] }), {
      description: `What shows it: ids of at most ${picturePolicy.usedByEvents} events, and \`avatar\`.`,
    }),
  },
  'A picture of the caller, with what shows it.',
);

/** The sizes of a picture. */
export const presentSizes = ({ id, width, height, thumbhash }: Picture, links: Links) => ({
  width,
  height,
  thumbhash,
  urls: {
    small: links.picture(id, 'small.webp'),
    medium: links.picture(id, 'medium.webp'),
    large: links.picture(id, 'large.webp'),
  },
});

/** The sizes of what an event or a person shows; null unless it is a picture of the service. */
export const presentShown = (own: string | null, links: Links) => {
  const picture = referredPicture(own);
  return picture && presentSizes(picture, links);
};

export const presentAvatar = ({ avatar }: { readonly avatar: string | null }, links: Links) => ({
  avatar: links.avatar(avatar),
  avatarPicture: presentShown(avatar, links),
});

export const presentPicture = (picture: OwnPicture, links: Links): Static<typeof PictureShape> => ({
  id: picture.id,
  ...presentSizes(picture, links),
  createdAt: picture.createdAt.toISOString(),
});

export const presentOwnPicture = (picture: OwnPicture, links: Links): Static<typeof OwnPictureShape> => ({
  ...presentPicture(picture, links),
  usedBy: [...picture.usedBy],
});
