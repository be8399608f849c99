import { limits } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';
import type { Site } from '../layout.ts';
import type { Answered } from './answer.ts';
import { questionFields } from './question-fields.ts';
import { seatsPanel } from './seats.ts';

/** What proves to a form's address that the guest may answer. */
export const proofOf = ({ token, receipt }: Answered): Html =>
  html`${hiddenField('form', token)}${receipt ? hiddenField('receipt', receipt) : ''}`;

const nameForm = (
  answered: Answered,
  { form, faults }: Texts,
): Html => html`<form method="post" action="${answered.address}/name">
${proofOf(answered)}${hiddenField('answer', answered.outcome ?? '')}
${answered.fault === 'name' ? html`<p class="fault" id="fault" role="alert">${faults.name}</p>` : ''}<p class="field"><label for="name">${form.name}</label>
<input id="name" name="name" autocomplete="name" maxlength="${limits.nameLength}" required ${answered.fault === 'name' ? html`aria-invalid="true" aria-describedby="fault name-hint"` : html`aria-describedby="name-hint"`}>
<span class="hint" id="name-hint">${form.nameHint}</span></p>
<p class="actions"><button>${form.saveName}</button></p>
</form>
`;

const answersFault = ({ fault }: Answered, { faults }: Texts): Html =>
  fault === 'answers' ? html`<p class="fault" role="alert">${faults.answers}</p>\n` : html``;

/** Guests who come change what they answered to the questions on their own, after the deadline too. */
const answersForm = (answered: Answered, texts: Texts): Html => {
  const { questions, rsvp, seats, address, answers } = answered;
  if (questions.length === 0 || (rsvp === null && !seats?.own)) return html``;
  return html`<h3>${texts.questions.heading}</h3>
${answersFault(answered, texts)}<form method="post" action="${address}/answers">
${proofOf(answered)}${questionFields(questions, answers, texts)}<p class="actions"><button class="second">${texts.questions.save}</button></p>
</form>
`;
};

const changeForm = (answered: Answered, texts: Texts): Html => {
  const { change } = texts;
  const { outcome, choices, rsvp } = answered;
  const current = rsvp ?? outcome;
  const others = choices.filter(({ answer }) => answer !== current && answer !== 'book' && answer !== 'none');
  if (others.length === 0 && rsvp === null) return html``;
  const asks = rsvp === null && !answered.isLate;
  return html`${outcome ? html`<h3>${change.heading}</h3>\n` : ''}${asks ? answersFault(answered, texts) : ''}<form method="post" action="${answered.action}">
${proofOf(answered)}${asks ? questionFields(answered.questions, answered.answers, texts) : ''}<p class="actions">${others.map(({ answer, label }, index) => html`<button name="answer" value="${answer}"${outcome || index > 0 ? html` class="second"` : ''}>${label}</button>\n`)}${rsvp !== null ? html`<button class="plain" name="answer" value="none">${change.withdraw}</button>` : ''}</p>
</form>
`;
};

const signOutForm = (answered: Answered, site: Site, { change, noticeSettings }: Texts): Html =>
  answered.guestName === null
    ? html``
    : html`<form method="post" action="${answered.address}/sign-out">
${hiddenField('form', answered.token)}<p class="small quiet">${change.as(answered.guestName)} <button class="plain">${change.signOut}</button></p>
<p class="small"><a href="${site.basePath}/notice-settings">${noticeSettings.link}</a></p>
</form>`;

/** Says what was answered, and offers to change it to whom it belongs to. */
export const answeredPanel = (answered: Answered, site: Site, texts: Texts): Html => {
  const { outcome, address, isNew, isOpenable, receipt, rsvp, checkInUrl } = answered;
  const bookLabel = answered.choices.find(({ answer }) => answer === 'book')?.label ?? texts.seats.book;
  const heading = answered.isLate ? texts.late.heading : texts.form.heading;
  const title = outcome ? texts.outcomes[outcome].title : heading;
  const text = outcome ? html`<p>${texts.outcomes[outcome].text}</p>\n` : '';
  const calendar =
    rsvp !== null && isOpenable
      ? html`<a class="button" href="${address}/calendar.ics">${texts.facts.calendar}</a>\n`
      : '';
  const back =
    isNew && isOpenable ? html`<a class="button second" href="${address}">${texts.outcomes.back}</a>` : '';
  const name = answered.asksName ? nameForm(answered, texts) : html``;
  const actions = calendar || back ? html`<p class="actions">${calendar}${back}</p>\n` : html``;
  const seats = receipt === null ? html`` : seatsPanel(answered, proofOf(answered), texts, bookLabel);
  const change =
    receipt === null ? html`` : html`${answersForm(answered, texts)}${changeForm(answered, texts)}`;
  const checkIn =
    checkInUrl === null ? '' : html`<p class="small"><a href="${checkInUrl}">${texts.checkIn.link}</a></p>\n`;
  // A ticket is what the guest came for; a form to book one is not.
  const order = answered.seats?.own ? [seats, name, actions] : [name, actions, seats];
  return html`<section class="panel${outcome ? ' done' : ''}" id="answer"${isNew ? html` role="status"` : ''}>
<h2>${title}</h2>
${text}${order}${change}${checkIn}${signOutForm(answered, site, texts)}${isNew && site.hasApps ? html`<p class="small quiet">${texts.outcomes.withSameNumber}</p>` : ''}
</section>`;
};
