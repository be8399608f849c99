import type { Circle, EventDetail, EventInviteItem, Paged } from '@event-platform/domain';
import { html } from '../html.ts';
import { areaField, buttonForm, choiceField, faultSummary, inputField, proof } from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';
import { pager } from './organise-views.ts';

export interface InviteData {
  readonly event: EventDetail;
  readonly circles: readonly Circle[];
  readonly invitations: Paged<EventInviteItem>;
  /** The shared link; null where none is made yet. */
  readonly url: string | null;
  /** What the last form came to. */
  readonly outcome: { readonly sent: number; readonly skipped: number } | null;
}

/** Invites people, and says who was invited and how they answered. */
export const inviteView = (view: OwnView, data: InviteData, form: FormState): string => {
  const { texts, address, site } = view;
  const { invite } = texts;
  const { event, circles, invitations, url, outcome } = data;
  const item = ({ id, user, email, state }: EventInviteItem) => {
    const isLive = state === 'pending' || state === 'expired';
    const fields = { invitation: id };
    return html`<li><span><b dir="auto">${user ? user.name || user.username : (email ?? '')}</b> <span class="quiet">${invite.states[state] ?? state}</span></span>${isLive ? buttonForm(form, `${address}/resend`, invite.resend, { fields, kind: 'plain' }) : ''}${state === 'revoked' ? '' : buttonForm(form, `${address}/revoke`, invite.revoke, { fields, kind: 'plain' })}</li>\n`;
  };
  return ownPage(view, {
    title: invite.title,
    back: [`/organise/${event.id}`, event.title],
    content: html`${outcome ? html`<p class="good" role="status">${invite.sent(outcome.sent, outcome.skipped)}</p>\n` : ''}<form class="panel" method="post" action="${address}/send">
${proof(form)}${faultSummary(form, view)}${areaField(form, { name: 'emails', label: invite.emails, hint: invite.emailsHint, rows: 4, more: html`spellcheck="false" autocapitalize="off"` })}${
  circles.length === 0
    ? html`<p class="small"><a href="${site.basePath}/my/circles">${invite.noCircles}</a></p>\n`
    : choiceField(form, {
        ...{ name: 'circles', label: invite.circles, isMany: true },
        choices: circles.map(({ id, name, memberCount }) => [id, `${name} (${memberCount})`] as const),
      })
}${inputField(form, { name: 'usernames', label: invite.usernames, hint: texts.form.optional, more: html`autocapitalize="off" spellcheck="false"` })}<p class="actions"><button>${invite.send}</button></p>
</form>
<section class="panel"><h2>${invite.link}</h2>
${url === null ? buttonForm(form, `${address}/link`, texts.organise.makeLink) : html`<p><a href="${url}">${url}</a></p>\n<p class="small quiet">${invite.rotateText}</p>\n${buttonForm(form, `${address}/rotate`, invite.rotate)}`}</section>
<section class="panel"><h2>${invite.list}</h2>
${invitations.items.length === 0 ? html`<p>${invite.none}</p>\n` : html`<ul class="brings guests">\n${invitations.items.map(item)}</ul>\n`}${pager(view, invitations)}</section>
`,
  });
};
