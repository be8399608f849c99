import { type Html, html } from '../html.ts';
import { type AnswerState, isAnswered, type RsvpForm } from './answer.ts';

/** The parts of a page that guests answer on. */
export interface RsvpLayout {
  readonly cover: Html;
  /** Above the title. */
  readonly note: string;
  /** Whether the event does not take place. */
  readonly isOff?: boolean;
  readonly title: string;
  readonly details: Html;
  /** What the event is about, at any length; null for none. */
  readonly description: Html | null;
  /** What stands after the description; empty for nothing. */
  readonly more?: Html;
  /** The form, or what was answered. */
  readonly aside: Html;
  readonly answer: AnswerState | RsvpForm | null;
}

/** Once a guest has begun to answer, what comes next stands before the details: a phone shows it without scrolling. */
const hasBegun = (answer: RsvpLayout['answer']): boolean =>
  answer !== null &&
  (answer.fault !== null || (isAnswered(answer) ? answer.outcome !== null : answer.step !== 'phone'));

/** Arranges the page of an event or an invitation: on a phone the form stands before a long description. */
export const rsvpLayout = (layout: RsvpLayout): Html => {
  const { cover, note, isOff = false, title, details, description, more = html``, aside, answer } = layout;
  const below =
    description || more.markup
      ? html`<section class="description">\n${description ?? ''}${more}\n</section>\n`
      : '';
  const parts = [
    html`<div class="details">
${details}
</div>
`,
    html`<aside>${aside}</aside>
`,
  ];
  return html`<article class="event">
<div class="lead">${cover}
${note ? html`<p class="note${isOff ? ' off' : ''}" dir="auto">${note}</p>\n` : ''}<h1 dir="auto">${title}</h1></div>
${hasBegun(answer) ? parts.toReversed() : parts}${below}</article>`;
};
