import type { Texts } from '../texts/index.ts';
import { type Html, html } from './html.ts';

/** What a guest answered. */
export type Outcome = 'going' | 'interested' | 'declined';

export const outcomes: readonly Outcome[] = ['going', 'interested', 'declined'];

/** Says what was answered. @param address of the event's or the invitation's page */
export const outcomePanel = (outcome: Outcome, address: string, texts: Texts): Html => {
  const { title, text } = texts.outcomes[outcome];
  const calendar = html`<a class="button" href="${address}/calendar.ics">${texts.facts.calendar}</a>\n`;
  return html`<section class="panel done" role="status">
<h2>${title}</h2>
<p>${text}</p>
<p class="actions">${outcome === 'declined' ? '' : calendar}<a class="button second" href="${address}">${texts.outcomes.back}</a></p>
<p class="small quiet">${texts.outcomes.withSameNumber}</p>
</section>`;
};
