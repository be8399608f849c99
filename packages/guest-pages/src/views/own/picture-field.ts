import { limits, pictureTypes } from '@event-platform/domain';
import { pictureFields } from '../../forms/picture-fields.ts';
import { typedText } from '../../forms/typed.ts';
import { type Html, hiddenField, html } from '../html.ts';
import { boxField, describedBy, faultAndHint, inputField } from './fields.ts';
import type { FormState, OwnView } from './form-state.ts';

export interface PictureField {
  readonly name: string;
  readonly label: string;
  /** What stands below, such as what somebody else chose meanwhile. */
  readonly below?: Html | undefined;
}

/** A form with such a field sends its file. */
export const takesFile = html`enctype="multipart/form-data"`;

/** A picture: the one that is there, a file in its place, or the address of one elsewhere. */
export const pictureField = (
  { site, texts: { pictures } }: Pick<OwnView, 'site' | 'texts'>,
  form: FormState,
  { name, label, below }: PictureField,
): Html => {
  const fields = pictureFields(name);
  const id = typedText(form.typed, fields.id);
  const field = { name, label: pictures.file, hint: pictures.hint, below };
  const chosen =
    id === ''
      ? html``
      : html`${hiddenField(fields.id, id)}<p><img class="chosen" src="${site.picture(id, 'small.webp')}" alt="${pictures.chosen}" width="160"></p>
${boxField(form, { name: fields.none, label: pictures.none })}`;
  return html`<fieldset class="group"><legend>${label}</legend>
${chosen}<p class="field"><label for="${name}">${id === '' ? pictures.file : pictures.another}</label>
<input type="file" id="${name}" name="${name}" accept="${pictureTypes.join(',')}"${describedBy(form, field)}>${faultAndHint(form, field)}</p>
${inputField(form, { name: fields.url, label: pictures.url, hint: pictures.urlHint, type: 'url', maxLength: limits.urlLength })}</fieldset>
`;
};
