import type { EventDetail } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';
import type { AnswerState, Closing, GuestSeats, RsvpForm } from './answer.ts';
import { qrCode } from './qr-code.ts';

type Seated = Pick<EventDetail, 'capacity' | 'bookedCount' | 'maxPerBooking' | 'hasWaitlist' | 'myBooking'>;

const isFull = ({ capacity, bookedCount }: Seated): boolean => capacity !== null && bookedCount >= capacity;

/** What a guest of the event may book: null where seats are not counted, or gone for good. Where answers are closed bookings shrink. */
export const seatsOf = (event: Seated, closing: Closing | null): GuestSeats | null => {
  const { capacity, maxPerBooking, hasWaitlist, myBooking: ownBooking } = event;
  if (closing) return ownBooking && { max: ownBooking.quantity, ownBooking };
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

/** The seats that a guest has or waits for, with the ticket of those that are confirmed; empty without a booking. */
export const ownSeats = ({ seats, guestName }: AnswerState, texts: Texts): Html => {
  const booking = seats?.ownBooking;
  if (!booking) return html``;
  const { quantity, position, status } = booking;
  const words = texts.seats;
  return html`<p>${position === null ? words.booked(quantity) : words.waiting(quantity, position)}</p>
${status === 'confirmed' ? ticket(booking, guestName !== null, texts) : ''}`;
};

/** A form that books seats, or changes how many. @param bookingLabel what the button is called for those who have none */
export const seatsForm = (state: AnswerState, proof: Html, texts: Texts, bookingLabel: string): Html => {
  const { seats, action, outcome } = state;
  // A guest who has just said no is asked for no booking.
  if (!seats || (!seats.ownBooking && (outcome === 'declined' || outcome === 'withdrawn'))) return html``;
  const { ownBooking, max } = seats;
  if (ownBooking?.quantity === 1 && max === 1) return html``;
  const words = texts.seats;
  return html`<h3>${words.heading}</h3>
${ownBooking ? '' : html`<p>${words.none}</p>\n`}<form method="post" action="${action}">
${proof}${hiddenField('answer', 'book')}<p class="field">${quantityField('seats', Math.max(max, ownBooking?.quantity ?? 1), String(ownBooking?.quantity ?? 1), words.most(max), words.quantity)}</p>
<p class="actions"><button${ownBooking ? html` class="second"` : ''}>${ownBooking ? words.change : bookingLabel}</button></p>
</form>
`;
};
