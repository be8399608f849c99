import type { UserId } from '../ids.ts';

/** 22 characters of base64url, which nobody guesses: whoever has the address sees the picture. */
export type PictureId = string;

/** A picture of the service; `width` and `height` are those of its largest size, in pixels. */
export interface Picture {
  readonly id: PictureId;
  readonly width: number;
  readonly height: number;
  /** What is shown until the picture is there: base64 of a ThumbHash. */
  readonly thumbhash: string;
}

/** A picture that is kept. */
export interface PictureRecord extends Picture {
  readonly ownerId: UserId;
  readonly createdAt: Date;
  /** Where its files are while nobody may see it: nobody guesses it either. */
  readonly asideKey: string;
  /** Since when they are there; null while they are under its id. */
  readonly asideSince: Date | null;
  /** Since when nothing shows it, as far as it is noted. */
  readonly unusedSince: Date | null;
}

/** What shows a picture: the ids of events, and `avatar`. */
export interface OwnPicture extends Picture {
  readonly createdAt: Date;
  readonly usedBy: readonly string[];
}

/** The files of each picture: three sizes, and one of the shape that link previews have. */
export const pictureFileNames = ['small.webp', 'medium.webp', 'large.webp', 'preview.jpg'] as const;
export type PictureFileName = (typeof pictureFileNames)[number];
export type PictureFiles = Readonly<Record<PictureFileName, Uint8Array>>;

/** Whether the files of a picture may be in a place of that name: its id, or where they are aside. */
export const isPicturePlace = (place: string): boolean => /^(?:aside-)?[\w-]{22}$/.test(place);

/** What may be uploaded, by media type. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export type PictureType = (typeof pictureTypes)[number];

export const picturePolicy = {
  /** Of an upload, in bytes. */
  fileBytes: 10 * 1024 * 1024,
  /** In pixels. */
  widths: { small: 320, medium: 800, large: 1_600 },
  preview: { width: 1_200, height: 630 },
  minSide: 32,
  maxSide: 16_000,
  maxPixels: 50_000_000,
  /** Kept by one account at the same time. */
  kept: 500,
  /** Events that a list of pictures names for each, at most. */
  usedByEvents: 100,
} as const;

/**
 * What stands for a picture where an event or a person has the address of one elsewhere: one value, so that setting one takes
 * the other away. It says all that lists show, so that they need not look for it.
 */
export const pictureReference = ({ id, width, height, thumbhash }: Picture): string =>
  `picture:${id}:${width}x${height}:${thumbhash}`;

const reference = /^picture:([\w-]{22}):(\d+)x(\d+):([\w+/=]+)$/;

/** The picture of a reference; null for an address of elsewhere, and for none. */
export const referredPicture = (address: string | null): Picture | null => {
  if (!address?.startsWith('picture:')) return null;
  const [, id = '', width, height, thumbhash = ''] = reference.exec(address) ?? [];
  return id === '' ? null : { id, width: Number(width), height: Number(height), thumbhash };
};

export const isPictureId = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** A picture with whether its files may be fetched. */
export interface JudgedPicture extends PictureRecord {
  /**
   * False for one of an account that is suspended or erased, or of an event that is taken down, unless another event or person
   * shows it that is not.
   */
  readonly isShown: boolean;
}

/** Files of one picture that are together in one place. */
export interface StoredPicture {
  readonly place: string;
  readonly writtenAt: Date;
}

/** A file that was received whole, as its sender called it. */
export interface ReceivedFile {
  /** Where the decoder finds it. */
  readonly path: string;
  readonly mediaType: PictureType;
}
