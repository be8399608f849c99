import { type Html, html } from './html.ts';

/** The stylesheet has that many gradients. */
const gradients = 6;

/** The same gradient for an event on every page. */
const gradientOf = (id: string): number => {
  let sum = 0;
  for (let index = 0; index < id.length; index += 1) sum = (sum * 31 + id.charCodeAt(index)) % 65_521;
  return sum % gradients;
};

/**
 * The picture of an event: the organizer's, loaded late and without telling where, or a gradient of our own, which is
 * also behind a picture that does not load. Pictures over http are not shown: browsers warn of them.
 */
export const cover = (event: { readonly id: string; readonly coverUrl: string | null }, emoji = ''): Html => {
  const { id, coverUrl } = event;
  const picture = coverUrl?.startsWith('https://')
    ? html`<img src="${coverUrl}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
    : '';
  return html`<div class="cover c${gradientOf(id)}${picture ? '' : ' bare'}" aria-hidden="true">${picture || html`<span>${emoji}</span>`}</div>`;
};
