import type { EventSummary, Language, OwnBooking, RsvpState } from '@event-platform/domain';
import { type Texts, textsOf } from '../texts/index.ts';
import { placeText, whenText } from './facts.ts';
import { type Html, html } from './html.ts';
import { myEventsPath, page, type Site } from './layout.ts';
import { type AnswerState, isAnswered, type RsvpForm } from './rsvp/answer.ts';
import { signOutForm } from './rsvp/answered.ts';
import { rsvpForm, scriptOf } from './rsvp/rsvp-form.ts';

/** An event of a guest, and what the guest has there. */
export interface MyEvent {
  readonly event: EventSummary;
  readonly myRsvp: RsvpState;
  readonly booking: Pick<OwnBooking, 'quantity' | 'position'> | null;
}

export interface MyEventsView {
  readonly answer: AnswerState | RsvpForm;
  /** Null until the guest is known. */
  readonly events: readonly MyEvent[] | null;
}

const stateOf = ({ event, myRsvp, booking }: MyEvent, { myEvents, event: words, seats }: Texts): string => {
  if (event.status !== 'scheduled') return words[event.status];
  if (booking)
    return booking.position === null
      ? seats.booked(booking.quantity)
      : seats.waiting(booking.quantity, booking.position);
  return myEvents[myRsvp ?? 'organizing'];
};

const item = (site: Site, language: Language, mine: MyEvent, texts: Texts): Html => {
  const { event } = mine;
  const isPlain = event.status === 'scheduled' && mine.booking?.position == null;
  return html`<li><a class="card" href="${site.basePath}/e/${event.id}"><div class="body">
<p class="when">${whenText(event, language, texts, 'short')}</p>
<h2 dir="auto">${event.title}</h2>
<p dir="auto">${placeText(event, texts)}</p>
<p${isPlain ? html` class="good"` : ''}>${stateOf(mine, texts)}</p>
</div></a></li>
`;
};

/** What a guest goes to, waits for, is interested in and organizes, the soonest first. */
export const myEventsView = (site: Site, language: Language, { answer, events }: MyEventsView): string => {
  const texts = textsOf(language);
  const { myEvents } = texts;
  const list = events?.length
    ? html`<ul class="cards">
${events.map((mine) => item(site, language, mine, texts))}</ul>`
    : html`<section class="panel"><p>${myEvents.none}</p>
<p class="actions"><a class="button" href="${site.basePath}/">${texts.layout.home}</a></p></section>`;
  return page(site, {
    language,
    title: myEvents.title,
    path: `${site.basePath}${myEventsPath}`,
    scriptUrl: scriptOf(site, answer),
    content: isAnswered(answer)
      ? html`<h1>${myEvents.title}</h1>
${list}
${signOutForm(answer, site, texts)}`
      : html`<div class="page">
<h1>${myEvents.title}</h1>
${rsvpForm(answer, texts)}
</div>`,
  });
};
