import { referredPicture } from '@event-platform/domain';
import { asTyped, type Typed, typedText } from './typed.ts';

/** The fields of a picture beside that of its file: the id of one that was uploaded, the address of one elsewhere, and none. */
export const pictureFields = (name: string) =>
  ({ id: `${name}Id`, url: `${name}Url`, none: `${name}None` }) as const;

/** What stands in the fields of a picture, as it is stored. */
export const typedPicture = (name: string, stored: string | null): Typed => {
  const fields = pictureFields(name);
  const uploaded = referredPicture(stored);
  return asTyped({ [fields.id]: uploaded?.id ?? null, [fields.url]: uploaded ? null : stored });
};

/** A form with a picture that was just uploaded. */
export const chosenPicture = (typed: Typed, name: string, id: string): Typed => {
  const fields = pictureFields(name);
  return { ...typed, [fields.id]: [id], [fields.url]: [], [fields.none]: [] };
};

/** What is chosen in place of a picture: another one by its id or its address, null for the default one, or nothing. */
export interface PictureChange {
  readonly id?: string;
  readonly url?: string | null;
}

/** What a form makes of the picture that is stored. A picture of another user stays unless the form names one in its place. */
export const pictureChange = (typed: Typed, name: string, stored: string | null): PictureChange => {
  const fields = pictureFields(name);
  const [id, url] = [typedText(typed, fields.id), typedText(typed, fields.url)];
  if (typedText(typed, fields.none) !== '') return { url: null };
  if (url !== '') return url === stored ? {} : { url };
  if (id !== '') return id === referredPicture(stored)?.id ? {} : { id };
  return stored === null ? {} : { url: null };
};
