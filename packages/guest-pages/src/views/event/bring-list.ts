import type { ListedBringItem } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';
import { type AnswerState, isAnswered, type RsvpForm } from '../rsvp/answer.ts';
import { proofOf } from '../rsvp/answered.ts';

/** What the items may take of a page, in bytes; what is left out is counted. */
const itemBytes = 12_000;

/** Whether the guest may take something here: going or booked, and known. */
const mayTake = (answer: AnswerState | RsvpForm): answer is AnswerState =>
  isAnswered(answer) && answer.receipt !== null && (answer.rsvp === 'going' || !!answer.seats?.ownBooking);

const button = (item: ListedBringItem, quantity: number, label: string, style: string): Html =>
  html` <button class="${style}" name="answer" value="bring ${item.id} ${quantity}" aria-label="${label}: ${item.title}">${label}</button>`;

const row = (item: ListedBringItem, canTake: boolean, { bring }: Texts): Html => {
  const remainder = item.quantity - item.claimed;
  const mine = item.myClaim ?? 0;
  return html`<li><span><b dir="auto">${item.title}</b><br>${bring.left(remainder, item.quantity)}${mine > 0 ? html` · ${bring.mine(mine)}` : ''}</span>${canTake && remainder > 0 ? button(item, mine + 1, bring.take, 'second') : ''}${canTake && mine > 0 ? button(item, mine - 1, bring.giveBack, 'plain') : ''}</li>
`;
};

/** What guests bring, what is left of it, and a button that takes one. */
export const bringList = (
  items: readonly ListedBringItem[] | null,
  answer: AnswerState | RsvpForm | null,
  texts: Texts,
): Html => {
  if (items === null || items.length === 0) return html``;
  const { bring } = texts;
  const canTake = answer !== null && mayTake(answer);
  let bytes = 0;
  const rows = items
    .map((item) => row(item, canTake, texts))
    .filter(({ markup }) => {
      bytes += Buffer.byteLength(markup);
      return bytes <= itemBytes;
    });
  const more = items.length - rows.length;
  const list = html`<ul class="brings">
${rows}</ul>
${more > 0 ? html`<p class="quiet">${bring.more(more)}</p>\n` : ''}`;
  return html`<h2>${bring.heading}</h2>
${
  canTake
    ? html`<form method="post" action="${answer.action}">
${proofOf(answer)}${list}</form>`
    : html`${list}<p class="small quiet">${bring.how}</p>`
}
`;
};
