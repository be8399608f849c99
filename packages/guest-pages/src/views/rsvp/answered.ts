import { limits } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { emailForm } from '../email-form-view.ts';
import { type Html, hiddenField, html } from '../html.ts';
import type { Site } from '../layout.ts';
import type { AnswerState } from './answer.ts';
import { questionFields } from './question-fields.ts';
import { ownSeats, seatsForm } from './seats.ts';

/** What proves to a form's address that the guest may answer. */
export const proofOf = ({ token, receipt }: AnswerState): Html =>
  html`${hiddenField('form', token)}${receipt ? hiddenField('receipt', receipt) : ''}`;

const nameForm = (
  state: AnswerState,
  { form, faults }: Texts,
): Html => html`<form method="post" action="${state.address}/name">
${proofOf(state)}${hiddenField('answer', state.outcome ?? '')}
${state.fault === 'name' ? html`<p class="fault" id="fault" role="alert">${faults.name}</p>` : ''}<p class="field"><label for="name">${form.name}</label>
<input id="name" name="name" autocomplete="name" maxlength="${limits.nameLength}" required ${state.fault === 'name' ? html`aria-invalid="true" aria-describedby="fault name-hint"` : html`aria-describedby="name-hint"`}>
<span class="hint" id="name-hint">${form.nameHint}</span></p>
<p class="actions"><button class="second">${form.saveName}</button></p>
</form>
`;

const answersFault = ({ fault }: AnswerState, { faults }: Texts): Html =>
  fault === 'answers' ? html`<p class="fault" role="alert">${faults.answers}</p>\n` : html``;

/** Guests who come change what they answered to the questions on their own, after the deadline too. */
const answersForm = (state: AnswerState, texts: Texts): Html => {
  const { questions, rsvp, seats, address, answers } = state;
  if (questions.length === 0 || (rsvp === null && !seats?.ownBooking)) return html``;
  const isMissing = questions.some(({ id, isRequired }) => isRequired && (answers[id] ?? []).length === 0);
  return html`<h3>${texts.questions.heading}</h3>
${isMissing && state.fault !== 'answers' ? html`<p class="fault">${texts.questions.missing}</p>\n` : ''}${answersFault(state, texts)}<form method="post" action="${address}/answers">
${proofOf(state)}${questionFields(state, answers, texts)}<p class="actions"><button class="second">${texts.questions.save}</button></p>
</form>
`;
};

const changeForm = (state: AnswerState, texts: Texts): Html => {
  const { change } = texts;
  const { outcome, choices, rsvp, seats } = state;
  const current = rsvp ?? outcome;
  const booking = seats?.ownBooking ?? null;
  const comes = rsvp !== null || booking !== null;
  // Who comes has one way out.
  const apart = [current, 'book', 'none', ...(comes ? ['declined'] : [])];
  const others = choices.filter(({ answer }) => !apart.includes(answer));
  if (others.length === 0 && !comes) return html``;
  const asks = !comes && state.closing === null;
  // Where there are seats to book, that is the main button.
  const isSecond = (index: number) => outcome !== null || index > 0 || seats !== null;
  return html`${outcome ? html`<h3>${change.heading}</h3>\n` : ''}${asks ? answersFault(state, texts) : ''}<form method="post" action="${state.action}">
${proofOf(state)}${asks ? questionFields(state, state.answers, texts) : ''}<p class="actions">${others.map(({ answer, label }, index) => html`<button name="answer" value="${answer}"${isSecond(index) ? html` class="second"` : ''}>${label}</button>\n`)}${comes ? html`<button class="plain" name="answer" value="none">${change.withdraw}</button>` : ''}</p>
${booking ? html`<p class="small quiet">${booking.position === null ? change.withSeats : change.withPlace}</p>\n` : ''}</form>
`;
};

/** Whoever comes, or may, hears of changes. */
const emailOffer = (state: AnswerState, texts: Texts): Html =>
  state.receipt === null || (state.rsvp === null && !state.seats?.ownBooking)
    ? html``
    : html`<details><summary>${texts.email.offer}</summary>
${emailForm({ ...state, receipt: state.receipt, email: '', fault: null }, texts)}</details>
`;

/** Whose answer it is, and where to choose what is told. */
const whose = ({ guestName }: AnswerState, site: Site, { change, noticeSettings }: Texts): Html =>
  guestName === null
    ? html``
    : html`<p class="small quiet">${change.as(guestName)} <a href="${site.basePath}/notice-settings">${noticeSettings.link}</a></p>`;

/** What is wrong with the form as a whole; the rest is said beside the fields. */
const formFault = ({ fault }: AnswerState, { faults }: Texts): Html =>
  fault === null || fault === 'name' || fault === 'answers'
    ? html``
    : html`<p class="fault" role="alert">${faults[fault]}</p>\n`;

/** Says what was answered, and offers to change it to whom it belongs to. */
export const answeredPanel = (state: AnswerState, site: Site, texts: Texts): Html => {
  const { outcome, address, isNew, isOpenable, receipt, rsvp, managedEventId } = state;
  const isKnown = receipt !== null;
  const books = isKnown && state.seats !== null && state.seats.ownBooking === null;
  const { heading } = texts[state.closing ?? 'form'];
  const title = outcome ? texts.outcomes[outcome].title : heading;
  const text = outcome ? html`<p>${texts.outcomes[outcome].text}</p>\n` : '';
  const calendar =
    rsvp !== null && isOpenable
      ? html`<p class="actions"><a class="button${books ? ' second' : ''}" href="${address}/calendar.ics">${texts.facts.calendar}</a></p>\n`
      : html``;
  const name = state.asksName ? nameForm(state, texts) : html``;
  const bookingLabel = state.choices.find(({ answer }) => answer === 'book')?.label ?? texts.seats.book;
  const seats = isKnown ? seatsForm(state, proofOf(state), texts, bookingLabel) : html``;
  const answers = isKnown ? answersForm(state, texts) : html``;
  const change = isKnown ? changeForm(state, texts) : html``;
  // The ticket, with its calendar and the way out, is what a guest came for; a form to book one is not.
  const parts = state.seats?.ownBooking
    ? [isKnown ? ownSeats(state, texts) : html``, calendar, change, name, answers, seats]
    : [name, calendar, seats, answers, change];
  const manage =
    managedEventId === null
      ? ''
      : html`<p class="small links-row"><a href="${site.basePath}/e/${managedEventId}/check-in">${texts.checkIn.link}</a>${site.hasOrganiserPages ? html` <a href="${site.basePath}/organise/${managedEventId}">${texts.checkIn.manage}</a>` : ''}</p>\n`;
  const back =
    isNew && isOpenable ? html`<p class="small"><a href="${address}">${texts.outcomes.back}</a></p>\n` : '';
  return html`<section class="panel${outcome ? ' done' : ''}" id="answer"${isNew ? html` role="status"` : ''}>
<h2>${title}</h2>
${text}${formFault(state, texts)}${parts}${emailOffer(state, texts)}${manage}${back}${whose(state, site, texts)}${isNew && site.hasApps ? html`<p class="small quiet">${texts.outcomes.withSameNumber}</p>` : ''}
</section>`;
};
