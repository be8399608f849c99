import type { Language } from '@event-platform/domain';
import { type Texts, textsOf } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';
import { page, type Site } from '../layout.ts';
import { type AnswerState, isAnswered, type RsvpForm } from './answer.ts';
import { proofOf } from './answered.ts';
import { reportText } from './report-text.ts';
import { rsvpForm, scriptOf } from './rsvp-form.ts';

/** What the page that reports an event shows. */
export interface ReportView {
  readonly answer: AnswerState | RsvpForm;
  readonly title: string;
  /** The path of the event's page. */
  readonly back: string;
}

/** The form of a guest who is signed in. */
const ownForm = (answer: AnswerState, texts: Texts): Html => html`<section class="panel">
<h2>${texts.report.heading}</h2>
<form method="post" action="${answer.action}">
${proofOf(answer)}<fieldset class="choices"><legend>${texts.report.choice}</legend>
${answer.choices.map(({ answer: reason, label }) => html`<label><input type="radio" name="answer" value="${reason}" required> ${label}</label>\n`)}</fieldset>
${reportText('', texts)}<p class="actions"><button>${texts.report.send}</button></p>
</form>
</section>`;

const panel = (answer: ReportView['answer'], texts: Texts): Html => {
  if (!isAnswered(answer)) return rsvpForm(answer, texts);
  if (answer.outcome === null) return ownForm(answer, texts);
  const { title, text } = texts.outcomes.reported;
  return html`<section class="panel done" role="status"><h2>${title}</h2>\n<p>${text}</p></section>`;
};

/** The page that reports an event to the operator. */
export const reportView = (site: Site, language: Language, { answer, title, back }: ReportView): string => {
  const texts = textsOf(language);
  return page(site, {
    language,
    title: texts.report.heading,
    path: answer.address,
    scriptUrl: scriptOf(site, answer),
    content: html`<div class="page">
<h1 dir="auto">${title}</h1>
${panel(answer, texts)}
<p class="small"><a href="${back}">${texts.outcomes.back}</a></p>
</div>`,
  });
};
