import {
  type Answers,
  type Attendee,
  type AttendeeAnswers,
  type EventDetail,
  type EventInviteItem,
  type GuestBooking,
  localTime,
  type Paged,
  type Question,
} from '@event-platform/domain';
import { type Html, hiddenField, html } from '../html.ts';
import { boxField, buttonForm, faultSummary, proof } from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';
import { pager } from './organise-views.ts';

export const guestFilters = ['all', 'going', 'interested', 'booked', 'waitlisted', 'invited'] as const;
export type GuestFilter = (typeof guestFilters)[number];

export interface GuestsData {
  readonly event: EventDetail;
  readonly filter: GuestFilter;
  /** What attendees are searched for; the other lists are shown whole. */
  readonly words: string;
  readonly attendees: Paged<Attendee & AttendeeAnswers> | null;
  readonly bookings: Paged<GuestBooking> | null;
  readonly invitations: Paged<EventInviteItem> | null;
  /** Whom the organizer was asked about, before they are removed. */
  readonly removing: { readonly id: string; readonly name: string } | null;
}

const answerText = ({ guests }: OwnView['texts'], answer: Answers[string] | undefined): string => {
  if (answer === undefined) return '';
  if (typeof answer === 'boolean') return answer ? guests.yes : guests.no;
  return typeof answer === 'string' ? answer : answer.join(', ');
};

const answersOf = (view: OwnView, questions: readonly Question[], answers: Answers): readonly Html[] =>
  questions.flatMap(({ id, label }) => {
    const text = answerText(view.texts, answers[id]);
    return text === ''
      ? []
      : [
          html`<br><span class="small quiet"><span dir="auto">${label}</span>: <span dir="auto">${text}</span></span>`,
        ];
  });

const nameOf = ({ name, username }: { readonly name: string; readonly username: string }): string =>
  name || username;

const seatsText = ({ guests }: OwnView['texts'], booking: Attendee['booking']): string => {
  if (!booking) return '';
  return booking.position === null
    ? guests.booked(booking.quantity)
    : guests.waits(booking.quantity, booking.position);
};

/** Seats speak for themselves; who waits for them is not going yet. */
const rsvpText = (
  { guests }: OwnView['texts'],
  rsvp: Attendee['rsvp'],
  booking: Attendee['booking'],
): string => {
  if (rsvp === null) return booking ? '' : guests.noAnswer;
  const isWaiting = booking !== null && booking.position !== null;
  return rsvp === 'going' && isWaiting ? '' : guests[rsvp];
};

/** Who comes, who waits and who was invited: one list at a time. */
export const guestsView = (view: OwnView, data: GuestsData, form: FormState): string => {
  const { texts, address } = view;
  const { guests } = texts;
  const { event, filter, words, attendees, bookings, invitations, removing } = data;

  const row = (name: string, facts: readonly string[], more: Html | readonly Html[], actions: Html): Html =>
    html`<li><span><b dir="auto">${name}</b> <span class="quiet">${facts.filter((fact) => fact !== '').join(' · ')}</span>${more}</span>${actions}</li>\n`;

  const list = attendees ?? bookings ?? invitations;
  const query = `filter=${filter}&${words === '' ? '' : `q=${encodeURIComponent(words)}&`}`;
  const at = `?${query}page=${list?.page ?? 1}`;
  const here = `${address}${at}`;
  const remove = (id: string) =>
    html`<a class="noprint small" href="${here}&remove=${id}">${guests.remove}</a>`;
  const attendee = ({ user, rsvp, booking, via, answers }: Attendee & AttendeeAnswers): Html =>
    row(
      nameOf(user),
      [rsvpText(texts, rsvp, booking), seatsText(texts, booking), guests.via[via]],
      answersOf(view, event.questions, answers),
      remove(user.id),
    );
  const letIn = (bookingId: string): Html =>
    html`${buttonForm(form, `${address}/let-in${at}`, guests.letIn, { fields: { booking: bookingId } })}${buttonForm(form, `${address}/let-in${at}`, guests.letInForce, { fields: { booking: bookingId, force: '1' }, kind: 'plain' })}`;
  const booking = ({ user, ...seats }: GuestBooking): Html =>
    row(
      nameOf(user),
      [seatsText(texts, seats)],
      html``,
      html`${seats.position === null ? '' : letIn(seats.id)}${remove(user.id)}`,
    );
  const invitation = ({ user, email, state }: EventInviteItem): Html =>
    row(user ? nameOf(user) : (email ?? ''), [texts.invite.states[state] ?? state], html``, html``);

  const rows = attendees
    ? attendees.items.map(attendee)
    : bookings
      ? bookings.items.map(booking)
      : (invitations?.items ?? []).map(invitation);
  const question = removing
    ? html`<form class="panel" method="post" action="${address}/remove${at}">
${proof(form)}<input type="hidden" name="user" value="${removing.id}"><h2>${guests.removeQuestion(removing.name)}</h2>
<p>${guests.removeText}</p>
${event.visibility === 'private' ? boxField(form, { name: 'rotate', label: guests.removeRotate }) : ''}<p class="actions"><button>${guests.removeYes}</button> <a class="button second" href="${here}">${texts.form.cancel}</a></p>
</form>
`
    : html``;
  const search = attendees
    ? html`<form class="search noprint" role="search" method="get" action="${address}">
${hiddenField('filter', filter)}<div class="grow"><label for="q">${guests.search}</label>
<input id="q" name="q" type="search" maxlength="100" value="${words}"></div>
<button class="second">${texts.form.search}</button>
</form>
`
    : html``;
  return ownPage(view, {
    title: guests.title,
    back: [`/organise/${event.id}`, event.title],
    content: html`${faultSummary(form, view)}${question}${search}<ul class="chips noprint">
${guestFilters.map((name) => html`<li><a href="${address}?filter=${name}"${name === filter ? html` aria-current="true"` : ''}>${guests.filters[name]}</a></li>\n`)}</ul>
<p class="quiet small">${guests.total(list?.total ?? 0)}</p>
${
  rows.length === 0
    ? html`<p>${guests.none}</p>`
    : html`<ul class="brings guests">
${rows}</ul>`
}
${list ? pager(view, list, query) : ''}
<p class="small links-row noprint"><a href="${address}.csv">${guests.csv}</a> <a href="${address}/print">${guests.print}</a></p>
`,
  });
};

/** All guests on one page, for paper. */
export const printView = (
  view: OwnView,
  event: EventDetail,
  guests: readonly (Pick<Attendee, 'user' | 'rsvp' | 'booking'> & AttendeeAnswers)[],
): string => {
  const { texts, language } = view;
  return ownPage(view, {
    title: event.title,
    back: [`/organise/${event.id}/guests`, texts.guests.title],
    content: html`<p>${localTime(event.startAt, event.timeZone, language)}</p>
<p class="quiet small noprint">${texts.guests.printText}</p>
<ol>
${guests.map(({ user, booking, answers }) => html`<li><span dir="auto">${nameOf(user)}</span>${booking ? html` (${seatsText(texts, booking)})` : ''}${answersOf(view, event.questions, answers)}</li>\n`)}</ol>
`,
  });
};
