import { limits } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';

/** The field for what a report says. */
export const reportText = (
  text: string,
  { report }: Texts,
): Html => html`<p class="field"><label for="text">${report.text}</label>
<textarea id="text" name="text" rows="4" maxlength="${limits.reasonLength}" aria-describedby="text-hint">${text}</textarea>
<span class="hint" id="text-hint">${report.textHint}</span></p>
`;

/** A link to the page that reports an event. */
export const reportLink = (address: string, { report }: Texts): Html =>
  html`<p class="small quiet report"><a href="${address}/report" rel="nofollow">${report.link}</a></p>`;
