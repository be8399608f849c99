import { type EventDetail, type Language, localTime } from '@event-platform/domain';
import { scriptPath } from '../scripts/scripts.ts';
import { type Texts, textsOf } from '../texts/index.ts';
import { type Html, html } from './html.ts';
import { page, type Site } from './layout.ts';
import { type AnswerState, isAnswered, type RsvpForm } from './rsvp/answer.ts';
import { proofOf } from './rsvp/answered.ts';
import { rsvpForm, scriptOf } from './rsvp/rsvp-form.ts';

/** What became of a code at the door. */
export type CheckInResult = Admission | { readonly kind: 'waits' } | { readonly kind: 'unknown' };

interface Admission {
  readonly kind: 'first' | 'again';
  readonly name: string;
  readonly seats: number;
  readonly checkedInAt: Date;
}

export interface CheckInView {
  readonly answer: AnswerState | RsvpForm;
  /** Null until a manager has signed in. */
  readonly event: EventDetail | null;
  readonly result: CheckInResult | null;
}

const resultText = (
  result: CheckInResult,
  { timeZone }: EventDetail,
  language: Language,
  { checkIn }: Texts,
): Html => {
  if (result.kind === 'waits' || result.kind === 'unknown')
    return html`<p class="fault" role="alert">${checkIn[result.kind]}</p>\n`;
  const { kind, name, seats, checkedInAt } = result;
  const isAgain = kind === 'again';
  return html`<p class="${isAgain ? 'fault' : 'good'}" role="${isAgain ? 'alert' : 'status'}"><b dir="auto">${name}</b>, ${checkIn.seats(seats)}<br>
${isAgain ? checkIn.again(localTime(checkedInAt, timeZone, language)) : checkIn.first}</p>
`;
};

const guestForm = (
  answer: AnswerState,
  { checkIn }: Texts,
): Html => html`<form id="check-in-form" method="post" action="${answer.address}/guest">
${proofOf(answer)}<p class="field"><label for="ticket">${checkIn.ticket}</label>
<input id="ticket" name="ticket" autocomplete="off" autocapitalize="off" spellcheck="false" required autofocus aria-describedby="ticket-hint">
<span class="hint" id="ticket-hint">${checkIn.ticketHint}</span></p>
<p class="actions"><button>${checkIn.submit}</button>
<button id="scan" class="second" type="button" data-failed="${checkIn.noCamera}" hidden>${checkIn.scan}</button></p>
<video id="camera" playsinline muted hidden></video>
</form>
`;

const panel = ({ answer, event, result }: CheckInView, language: Language, texts: Texts): Html =>
  isAnswered(answer) && event
    ? html`<section class="panel"><h2>${texts.checkIn.title}</h2>
${result ? resultText(result, event, language, texts) : ''}${guestForm(answer, texts)}${answer.guestName === null ? '' : html`<p class="small quiet">${texts.change.as(answer.guestName)}</p>`}
</section>`
    : rsvpForm(answer as RsvpForm, texts);

/** The page on which managers check guests in, at the door, on a phone. */
export const checkInView = (site: Site, language: Language, view: CheckInView): string => {
  const texts = textsOf(language);
  const { answer, event } = view;
  return page(site, {
    language,
    title: texts.checkIn.title,
    scriptUrl: event ? `${site.basePath}${scriptPath('check-in')}` : scriptOf(site, answer),
    content: html`<div class="page">
<h1 dir="auto">${event ? event.title : texts.checkIn.title}</h1>
${panel(view, language, texts)}
</div>`,
  });
};
