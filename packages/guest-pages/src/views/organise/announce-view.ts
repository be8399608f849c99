import {
  type Announcement,
  type AnnouncementGroup,
  type Audience,
  announcementGroups,
  type EventDetail,
  limits,
  localTime,
  type Paged,
} from '@event-platform/domain';
import { typedList, typedText } from '../../forms/typed.ts';
import { hiddenField, html } from '../html.ts';
import { areaField, choiceField, faultSummary, proof } from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';
import { pager } from './organise-views.ts';

export interface AnnounceData {
  readonly event: EventDetail;
  readonly audience: Audience;
  readonly sent: Paged<Announcement>;
}

/** Writes to groups of guests: first the text, then what it is like and how many read it, then it goes out. */
export const announceView = (
  view: OwnView,
  { event, audience, sent }: AnnounceData,
  form: FormState,
): string => {
  const { texts, address, language } = view;
  const { announce } = texts;
  const isPreview = typedText(form.typed, 'step') === 'preview' && Object.keys(form.faults).length === 0;
  const nameOf = (group: AnnouncementGroup) => announce.groups[group];
  /** Who waits for a seat has said that they come, and is told what those who come are told. */
  const audienceOf = (group: AnnouncementGroup) =>
    announce.group(
      group === 'going' && audience.waitlisted > 0 ? announce.goingWithWaiting : nameOf(group),
      audience[group],
    );
  const write = html`<form class="panel" method="post" action="${address}/preview">
${proof(form)}${faultSummary(form, view)}${areaField(form, { name: 'text', label: announce.text, hint: announce.textHint, rows: 6, required: true, maxLength: limits.announcementLength })}${choiceField(
  form,
  {
    ...{ name: 'to', label: announce.to, isMany: true },
    choices: announcementGroups.map((group) => [group, audienceOf(group)] as const),
  },
)}<p class="actions"><button>${announce.preview}</button></p>
</form>
`;
  const preview = html`<section class="panel"><h2>${announce.previewTitle}</h2>
<div class="description"><p dir="auto">${typedText(form.typed, 'text')}</p></div>
<p>${announce.recipients(audience.all)}</p>
<form method="post" action="${address}/send">
${proof(form)}${hiddenField('text', typedText(form.typed, 'text'))}${typedList(form.typed, 'to').map((group) => hiddenField('to', group))}<p class="actions"><button>${announce.send}</button>
<button class="second" formaction="${address}/change">${announce.change}</button></p>
</form></section>
`;
  return ownPage(view, {
    title: announce.title,
    back: [`/organise/${event.id}`, event.title],
    content: html`${isPreview ? preview : write}<section class="panel"><h2>${announce.sent}</h2>
${
  sent.items.length === 0
    ? html`<p>${announce.none}</p>\n`
    : html`<ul class="links">
${sent.items.map(({ text, to, createdAt }) => html`<li><span dir="auto">${text}</span><br><span class="small">${localTime(createdAt, event.timeZone, language, 'short')} · ${to.map(nameOf).join(', ')}</span></li>\n`)}</ul>\n`
}${pager(view, sent)}</section>
`,
  });
};
