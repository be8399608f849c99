import type { Language } from '@event-platform/domain';
import { textsOf } from '../../texts/index.ts';
import { html } from '../html.ts';
import { page, type Site } from '../layout.ts';
import { type AnswerState, isAnswered, type RsvpForm } from './answer.ts';
import { rsvpForm, scriptOf } from './rsvp-form.ts';

/** The page on which guests of a private event sign in. It shows nothing of the event. */
export const signInView = (site: Site, language: Language, answer: AnswerState | RsvpForm): string => {
  const texts = textsOf(language);
  return page(site, {
    language,
    title: texts.signIn.send,
    path: answer.address,
    scriptUrl: scriptOf(site, answer),
    content: html`<div class="page">
<h1>${texts.signIn.send}</h1>
${isAnswered(answer) ? '' : rsvpForm(answer, texts)}
</div>`,
  });
};
