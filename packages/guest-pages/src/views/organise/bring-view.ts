import { type EventDetail, type ListedBringItem, limits, type Paged } from '@event-platform/domain';
import { textsOf } from '../../texts/index.ts';
import { type Html, hiddenField, html } from '../html.ts';
import { buttonForm, faultSummary, inputField, proof } from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';
import { pager } from './organise-views.ts';

export interface BringData {
  readonly event: EventDetail;
  readonly items: Paged<ListedBringItem>;
  /** What is changed or removed; null where something new is added. */
  readonly chosen: ListedBringItem | null;
}

/** Of those who bring something; the others are counted. */
const namesShown = 3;

/** What guests may bring, who brings it, and a form for one more thing or for the chosen one. */
export const bringView = (view: OwnView, { event, items, chosen }: BringData, form: FormState): string => {
  const { texts, address, language } = view;
  const { bring } = texts;
  const words = textsOf(language);

  const claims = ({ claimed, claims: all }: ListedBringItem): Html => {
    const firstClaims = all.slice(0, namesShown);
    const names = firstClaims.map(
      ({ user, quantity }) => `${user.name || words.checkIn.noName} (${quantity})`,
    );
    const others = claimed - firstClaims.reduce((sum, { quantity }) => sum + quantity, 0);
    const list = [...names, ...(others > 0 ? [bring.others(others)] : [])].join(', ');
    return list === '' ? html`` : html`<br><span class="small quiet" dir="auto">${list}</span>`;
  };
  const row = (item: ListedBringItem): Html =>
    html`<li><span><b dir="auto">${item.title}</b> <span class="quiet">${words.bring.left(item.quantity - item.claimed, item.quantity)}</span>${claims(item)}</span><a class="small" href="${address}?item=${item.id}" aria-label="${bring.change}: ${item.title}">${bring.change}</a></li>\n`;

  const fields = html`${proof(form)}${faultSummary(form, view)}${chosen ? hiddenField('item', chosen.id) : ''}<h2>${chosen ? bring.changeTitle : bring.addTitle}</h2>
${inputField(form, { name: 'thing', label: bring.thing, required: true, maxLength: limits.bringTitleLength })}${inputField(form, { name: 'quantity', label: bring.quantity, required: true, more: html`inputmode="numeric"` })}`;
  const add = html`<form class="panel" method="post" action="${address}/add">
${fields}<p class="actions"><button>${bring.add}</button></p>
</form>
`;
  const change = html`<form class="panel" method="post" action="${address}/change">
${fields}<p class="actions"><button>${texts.form.save}</button> <a class="button second" href="${address}">${texts.form.cancel}</a></p>
</form>
${buttonForm(form, `${address}/remove`, bring.remove, { fields: { item: chosen?.id ?? '' }, kind: 'plain' })}`;
  return ownPage(view, {
    title: bring.title,
    back: [`/organise/${event.id}`, event.title],
    content: html`${
      items.total === 0
        ? html`<p class="quiet">${bring.none}</p>\n`
        : html`<ul class="brings">
${items.items.map(row)}</ul>
${pager(view, items)}`
    }${chosen ? change : add}`,
  });
};
