import type { EventSummary, MyInvite, OwnBooking, Paged, RsvpState } from '@event-platform/domain';
import { startText } from '@event-platform/domain';
import { type Texts, textsOf } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';
import { ownCard, pager } from '../organise/organise-views.ts';
import { buttonForm, faultSummary } from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';

/** An event of a guest, and what the guest has there. */
export interface MyEvent {
  readonly event: EventSummary;
  readonly myRsvp: RsvpState;
  readonly booking: Pick<OwnBooking, 'quantity' | 'position'> | null;
}

export const myLists = ['organizing', 'answered', 'booked', 'saved', 'pastAnswered', 'pastBooked'] as const;
export type MyList = (typeof myLists)[number];

/** A part of the page. */
export interface MyPart {
  readonly events: readonly MyEvent[];
  /** The lists that have more than is shown. */
  readonly longer: readonly MyList[];
}

export interface MyEventsView {
  readonly invitations: readonly MyInvite[];
  /** The page of further ones; null where there are none. */
  readonly nextInvited: number | null;
  readonly upcoming: MyPart;
  readonly saved: MyPart;
  readonly past: MyPart;
}

const cards = (view: OwnView, events: readonly MyEvent[], state: (mine: MyEvent) => string): Html =>
  events.length === 0
    ? html``
    : html`<ul class="cards">
${events.map((mine) => ownCard(view, mine.event, `/e/${mine.event.id}`, state(mine)))}</ul>
`;

const stateOf = ({ myRsvp, booking }: MyEvent, { myEvents, seats }: Texts): string => {
  if (booking)
    return booking.position === null
      ? seats.booked(booking.quantity)
      : seats.waiting(booking.quantity, booking.position);
  return myEvents[myRsvp ?? 'organizing'];
};

/** What somebody goes to, waits for, is interested in, saved and organizes, and what they are invited to. */
export const myEventsView = (view: OwnView, data: MyEventsView, form: FormState): string => {
  const { site, language, texts: own } = view;
  const texts = textsOf(language);
  const { invitations, nextInvited, upcoming, saved, past } = data;
  const list = (
    title: string,
    { events, longer }: MyPart,
    state = (mine: MyEvent) => stateOf(mine, texts),
  ): Html =>
    events.length + longer.length === 0
      ? html``
      : html`<h2>${title}</h2>
${cards(view, events, state)}${longer.length === 0 ? '' : html`<p class="links-row">${longer.map((name) => html`<a href="${view.address}/${name}">${own.home.all[name]}</a> `)}</p>\n`}`;
  const invitation = ({ id, token, event }: MyInvite): Html =>
    html`<li><span><a href="${site.basePath}/i/${token}"><b dir="auto">${event.title}</b></a><br><span class="quiet small">${startText({ ...event, isAllDay: false }, language, 'short')}${event.organizer.name ? html`, ${own.home.by(event.organizer.name)}` : ''}</span></span>${buttonForm(form, `${view.address}/decline`, own.home.decline, { fields: { invitation: id }, kind: 'plain' })}</li>\n`;
  const isEmpty =
    invitations.length + upcoming.events.length + saved.events.length + past.events.length === 0;
  return ownPage(view, {
    title: texts.myEvents.title,
    isWide: true,
    content: html`${faultSummary(form, view)}<p class="links-row">${site.hasOrganiserPages ? html`<a href="${site.basePath}/organise">${own.home.organise}</a> ` : ''}<a href="${site.basePath}/my/circles">${own.home.circles}</a> <a href="${site.basePath}/my/account">${own.home.account}</a></p>
${
  isEmpty
    ? html`<section class="panel"><p>${texts.myEvents.none}</p>
<p class="actions"><a class="button" href="${site.basePath}/">${texts.layout.home}</a>${site.hasOrganiserPages ? html` <a class="button second" href="${site.basePath}/organise/new">${own.home.host}</a>` : ''}</p></section>
`
    : ''
}${
  invitations.length === 0
    ? ''
    : html`<h2>${own.home.invitations}</h2>
<ul class="brings">
${invitations.map(invitation)}</ul>
${nextInvited === null ? '' : html`<p><a href="${view.address}?invited=${nextInvited}">${own.form.next}</a></p>\n`}`
}${list(own.home.upcoming, upcoming)}${list(own.home.saved, saved, () => own.home.saved)}${list(own.home.past, past)}`,
  });
};

/** One of these lists, page by page. */
export const myListView = (view: OwnView, list: MyList, paged: Paged<MyEvent>): string => {
  const texts = textsOf(view.language);
  const { home } = view.texts;
  const state = (mine: MyEvent) => (list === 'saved' ? home.saved : stateOf(mine, texts));
  return ownPage(view, {
    title: home.all[list],
    back: ['/my/events', texts.myEvents.title],
    isWide: true,
    content: html`${paged.items.length === 0 ? html`<p>${home.nothing}</p>\n` : cards(view, paged.items, state)}${pager(view, paged)}`,
  });
};
