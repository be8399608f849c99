import type { EventDetail } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';
import type { AnswerState, GuestSeats, RsvpForm } from './answer.ts';
import { qrCode } from './qr-code.ts';

type Seated = Pick<EventDetail, 'capacity' | 'bookedCount' | 'maxPerBooking' | 'hasWaitlist' | 'myBooking'>;

const isFull = ({ capacity, bookedCount }: Seated): boolean => capacity !== null && bookedCount >= capacity;

/** What a guest of the event may book: null where seats are not counted, or gone for good. After the deadline bookings shrink. */
export const seatsOf = (event: Seated, isLate: boolean): GuestSeats | null => {
  const { capacity, maxPerBooking, hasWaitlist, myBooking: ownBooking } = event;
  if (isLate) return ownBooking && { max: ownBooking.quantity, ownBooking };
  if (ownBooking === null && (capacity === null || (isFull(event) && !hasWaitlist))) return null;
  return { max: Math.min(maxPerBooking, capacity ?? maxPerBooking), ownBooking };
};

/** What the button that books is called: it may lead to the queue. */
export const bookLabel = (event: Seated, { seats }: Texts): string =>
  isFull(event) ? seats.wait : seats.book;

/** Where all seats are taken, saying yes holds none. */
export const goingLabel = ({ capacity }: Seated, { form, seats }: Texts): string =>
  capacity === null ? form.going : seats.without;

const quantityField = (id: string, max: number, value: string, hint: string, label: string): Html =>
  html`<label for="${id}">${label}</label>
<input id="${id}" name="quantity" type="number" inputmode="numeric" min="1" max="${max}" required value="${value}" aria-describedby="${id}-hint">
<span class="hint" id="${id}-hint">${hint}</span>`;

/** The field for seats in a form whose answer may be to book some. */
export const seatsField = ({ seats, choices, input }: RsvpForm, { seats: texts }: Texts): Html =>
  seats && choices.some(({ answer }) => answer === 'book')
    ? html`<p class="field seats">${quantityField('quantity', seats.max, input.quantity || '1', texts.hint(seats.max), texts.quantity)}</p>
`
    : html``;

/** @param isKept whether the guest finds it on this page later, without another code */
const ticket = (
  { code }: { readonly code: string },
  isKept: boolean,
  { seats }: Texts,
): Html => html`<figure class="ticket">${qrCode(code, seats.qr)}
<figcaption>${seats.ticket}<br><code>${code}</code>${isKept ? '' : html`<br>${seats.keep}`}</figcaption></figure>
`;

/** What a guest has booked, with what changes it; a form to book for others. */
export const seatsPanel = (answerState: AnswerState, proof: Html, texts: Texts, label: string): Html => {
  const { seats, action, outcome } = answerState;
  if (!seats) return html``;
  const { ownBooking, max } = seats;
  // A guest who has just said no is asked for no booking.
  if (!ownBooking && (outcome === 'declined' || outcome === 'withdrawn')) return html``;
  const words = texts.seats;
  const state = ownBooking
    ? html`<p>${ownBooking.position === null ? words.booked(ownBooking.quantity) : words.waiting(ownBooking.quantity, ownBooking.position)}</p>
${ownBooking.status === 'confirmed' ? ticket(ownBooking, answerState.guestName !== null, texts) : ''}`
    : html`<p>${words.none}</p>
`;
  return html`<h3>${words.heading}</h3>
${state}<form method="post" action="${action}">
${proof}${hiddenField('answer', 'book')}<p class="field">${quantityField('seats', Math.max(max, ownBooking?.quantity ?? 1), String(ownBooking?.quantity ?? 1), words.most(max), words.quantity)}</p>
<p class="actions"><button${ownBooking ? html` class="second"` : ''}>${ownBooking ? words.change : label}</button></p>
</form>
`;
};
