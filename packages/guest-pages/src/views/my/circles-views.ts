import { type Circle, limits, type Paged, type PublicUser } from '@event-platform/domain';
import { html } from '../html.ts';
import { pager } from '../organise/organise-views.ts';
import { buttonForm, faultSummary, inputField, proof } from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';

/** One's circles, and a new one. */
export const circlesView = (view: OwnView, circles: Paged<Circle>, form: FormState): string => {
  const { texts, address } = view;
  const { circles: words } = texts;
  return ownPage(view, {
    title: words.title,
    back: ['/my/account', texts.account.title],
    content: html`<p class="quiet">${words.text}</p>
${circles.items.length === 0 ? html`<p>${words.none}</p>\n` : html`<ul class="links">\n${circles.items.map(({ id, name, memberCount }) => html`<li><a href="${address}/${id}" dir="auto">${name}</a>${words.members(memberCount)}</li>\n`)}</ul>\n`}${pager(view, circles)}<form class="panel" method="post" action="${address}/make">
${proof(form)}${faultSummary(form, view)}<h2>${words.new}</h2>
${inputField(form, { name: 'name', label: words.name, required: true, maxLength: limits.circleNameLength })}<p class="actions"><button>${words.make}</button></p>
</form>
`,
  });
};

export interface CircleData {
  readonly circle: Pick<Circle, 'id' | 'name'>;
  readonly members: Paged<PublicUser>;
}

/** A circle and its members. */
export const circleView = (view: OwnView, { circle, members }: CircleData, form: FormState): string => {
  const { texts, address } = view;
  const { circles: words } = texts;
  const member = ({ id, name, username }: PublicUser) =>
    html`<li><span><b dir="auto">${name || username}</b> <span class="quiet">@${username}</span></span>${buttonForm(form, `${address}/remove-member`, words.removeMember, { fields: { user: id }, kind: 'plain' })}</li>\n`;
  return ownPage(view, {
    title: circle.name,
    back: ['/my/circles', words.title],
    content: html`${faultSummary(form, view)}<form class="panel" method="post" action="${address}/add">
${proof(form)}${inputField(form, { name: 'usernames', label: words.add, required: true, maxLength: limits.usernameLength, more: html`autocapitalize="off" spellcheck="false"` })}<p class="actions"><button>${words.addButton}</button></p>
</form>
<p class="quiet small">${words.members(members.total)}</p>
<ul class="brings">
${members.items.map(member)}</ul>
${pager(view, members)}<form class="panel" method="post" action="${address}/rename">
${proof(form)}${inputField(form, { name: 'name', label: words.name, required: true, maxLength: limits.circleNameLength })}<p class="actions"><button class="second">${words.rename}</button></p>
</form>
${buttonForm(form, `${address}/delete`, words.remove, { kind: 'plain' })}`,
  });
};
