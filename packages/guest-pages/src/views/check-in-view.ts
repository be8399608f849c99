import { type EventDetail, localTime } from '@event-platform/domain';
import { typedText } from '../forms/typed.ts';
import { scriptPath } from '../scripts/scripts.ts';
import { html } from './html.ts';
import { faultSummary, inputField, proof } from './own/fields.ts';
import type { FormState, OwnView } from './own/form-state.ts';
import { ownPage } from './own/own-page.ts';

export interface CheckInData {
  readonly event: EventDetail;
  /** The seats that are in, of how many. */
  readonly checkedIn: { readonly seats: number; readonly of: number };
}

/** The door of an event, on a phone: who was let in just now, how many are in, and the next code. */
export const checkInView = (view: OwnView, { event, checkedIn }: CheckInData, form: FormState): string => {
  const { words, address, language, site } = view;
  const { checkIn } = words;
  const name = typedText(form.typed, 'name');
  const before = typedText(form.typed, 'before');
  const result =
    name === '' || Object.keys(form.faults).length > 0
      ? html``
      : html`<p class="${before ? 'fault' : 'good'}" role="${before ? 'alert' : 'status'}"><b dir="auto">${name}</b>, ${checkIn.seats(Number(typedText(form.typed, 'seats')))}<br>
${before ? checkIn.again(localTime(new Date(before), event.timeZone, language)) : checkIn.first}</p>
`;
  return ownPage(view, {
    title: checkIn.title,
    back: [`/${site.hasOrganiserPages ? 'organise' : 'e'}/${event.id}`, event.title],
    scriptUrl: `${site.basePath}${scriptPath('check-in')}`,
    content: html`<form class="panel" id="check-in-form" method="post" action="${address}/guest">
${proof(form)}${faultSummary(form, view)}${result}<p class="quiet">${checkIn.counts(checkedIn.seats, checkedIn.of)}</p>
${inputField(form, { name: 'ticket', label: checkIn.ticket, hint: checkIn.ticketHint, required: true, more: html`autocomplete="off" autocapitalize="off" spellcheck="false" autofocus` })}<p class="actions"><button>${checkIn.submit}</button>
<button id="scan" class="second" type="button" data-failed="${checkIn.noCamera}" hidden>${checkIn.scan}</button></p>
<video id="camera" playsinline muted hidden></video>
</form>
`,
  });
};
