import {
  bringListModule,
  type EventDetail,
  type EventSummary,
  type ListedEvent,
  limits,
  type Paged,
} from '@event-platform/domain';
import { textsOf } from '../../texts/index.ts';
import { seatedCount } from '../event/event-counts.ts';
import { placeText, whenText } from '../facts.ts';
import { type Html, html } from '../html.ts';
import { areaField, boxField, buttonForm, faultSummary, proof } from '../own/fields.ts';
import type { FormState, OwnView } from '../own/form-state.ts';
import { ownPage } from '../own/own-page.ts';
import { qrCode } from '../rsvp/qr-code.ts';

/** An event in a list of one's own. */
export const ownCard = (view: OwnView, event: EventSummary, path: string, state: string): Html => {
  const { site, language } = view;
  const texts = textsOf(language);
  return html`<li><a class="card" href="${site.basePath}${path}"><div class="body">
<p class="when">${whenText(event, language, texts, 'short')}</p>
<h3 dir="auto">${event.title}</h3>
<p dir="auto">${placeText(event, texts)}</p>
<p>${event.status === 'scheduled' ? state : texts.event[event.status]}</p>
</div></a></li>
`;
};

/** Links to the pages of a list before and after. */
export const pager = (view: OwnView, { page, limit, total }: Paged<unknown>, query = ''): Html => {
  const { texts, address } = view;
  const link = (to: number, label: string) =>
    html`<a class="button second" href="${address}?${query}page=${to}">${label}</a>\n`;
  const hasMore = page * limit < total;
  return page === 1 && !hasMore
    ? html``
    : html`<nav class="pager" aria-label="${textsOf(view.language).home.pages}">${page > 1 ? link(page - 1, texts.form.previous) : ''}${hasMore ? link(page + 1, texts.form.next) : ''}</nav>`;
};

export interface OrganiseView {
  readonly upcoming: Paged<ListedEvent>;
  readonly past: Paged<ListedEvent>;
}

/** What somebody organizes, and the way to an event of their own. */
export const organiseView = (view: OwnView, { upcoming, past }: OrganiseView): string => {
  const { texts, site, viewer } = view;
  const { organise } = texts;
  const card = ({ event, rsvpCount, bookedCount }: ListedEvent) =>
    ownCard(
      view,
      event,
      `/organise/${event.id}`,
      [
        organise.answers(rsvpCount),
        event.capacity === null && bookedCount === 0 ? '' : organise.seats(bookedCount, event.capacity),
        event.visibility === 'private' ? organise.private : '',
        event.organizerId === viewer.id ? '' : organise.admin,
      ]
        .filter((part) => part !== '')
        .join(' · '),
    );
  const list = (title: string, { items }: Paged<ListedEvent>) =>
    items.length === 0
      ? html``
      : html`<h2>${title}</h2>
<ul class="cards">
${items.map(card)}</ul>
`;
  return ownPage(view, {
    title: organise.title,
    isWide: true,
    content: html`<p class="links-row"><a class="button" href="${site.basePath}/organise/new">${organise.new}</a> <a class="button second" href="${site.basePath}/organise/new?series=1">${organise.newSeries}</a></p>
${upcoming.total + past.total === 0 ? html`<p class="quiet">${organise.none}</p>\n` : ''}${list(texts.home.upcoming, upcoming)}${list(texts.home.past, past)}${pager(view, upcoming)}`,
  });
};

export interface OverviewData {
  readonly event: EventDetail;
  readonly isOrganizer: boolean;
  /** The link to share; null where none is made yet. */
  readonly url: string | null;
  /** The rule of its series in words. */
  readonly rule: string | null;
}

const number = (label: string, value: number | string): Html =>
  html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;

/** What an organizer sees of an event: its numbers, its link, and what to do next. */
export const overviewView = (view: OwnView, data: OverviewData, form: FormState): string => {
  const { texts, site, language } = view;
  const { organise } = texts;
  const { event, isOrganizer, url, rule } = data;
  const words = textsOf(language);
  const base = `${site.basePath}/organise/${event.id}`;
  const isOn = event.status !== 'cancelled' && !event.takenDown;
  const link = (part: string, label: string) => html`<li><a href="${base}/${part}">${label}</a></li>\n`;
  const hasBringList = event.enabledModules.includes(bringListModule);
  const next = [
    event.coverUrl === null || event.description === ''
      ? html`<li><a href="${base}/edit">${organise.nextCover}</a></li>\n`
      : '',
    event.visibility === 'private'
      ? html`<li><a href="${base}/invite">${organise.nextInvite}</a></li>\n`
      : html`<li><a href="#share">${organise.nextShare}</a></li>\n`,
    hasBringList ? html`<li><a href="${base}/bring">${organise.nextBring}</a></li>\n` : '',
    event.capacity !== null || event.bookedCount > 0
      ? html`<li><a href="${site.basePath}/e/${event.id}/check-in">${organise.nextCheckIn}</a></li>\n`
      : '',
  ].filter((item) => item !== '') as readonly Html[];
  const share = html`<section class="panel" id="share"><h2>${organise.share}</h2>
${
  url === null
    ? buttonForm(form, `${base}/link`, organise.makeLink, { kind: '' })
    : html`<p class="quiet">${event.visibility === 'private' ? organise.privateShareText : organise.shareText}</p>
<p><a href="${url}">${url}</a></p>
${qrCode(url, organise.qr)}
`
}</section>
`;
  return ownPage(view, {
    title: event.title,
    back: ['/organise', organise.title],
    isWide: true,
    content: html`${faultSummary(form, view)}${event.takenDown ? html`<p class="fault">${organise.takenDown(event.takenDown.reason)}</p>\n` : ''}${event.status === 'scheduled' ? '' : html`<p class="note${event.status === 'cancelled' ? ' off' : ''}">${words.event[event.status]}</p>\n`}<p>${whenText(event, language, words)}<br><span dir="auto">${placeText(event, words)}</span></p>
${rule === null ? '' : html`<p class="quiet">${organise.series}: ${rule}</p>\n`}<div class="columns"><div>
<section class="panel"><h2>${organise.numbers}</h2>
<dl class="numbers">
${number(organise.goingNumber, seatedCount(event))}${number(organise.interested, event.interestedCount)}${number(organise.booked, event.capacity === null ? event.bookedCount : `${event.bookedCount} / ${event.capacity}`)}${number(organise.waiting, event.waitingCount)}</dl>
</section>
<nav class="panel" aria-label="${organise.title}"><ul class="links">
${link('guests', organise.guests)}${
  isOn
    ? html`${link('edit', organise.edit)}${link('invite', organise.invite)}${link('announce', organise.announce)}${hasBringList ? link('bring', texts.bring.title) : ''}<li><a href="${site.basePath}/e/${event.id}/check-in">${organise.checkIn}</a></li>
`
    : ''
}<li><a href="${site.basePath}/e/${event.id}">${organise.page}</a></li>
</ul></nav>
</div><div>
${isOn ? share : ''}${
  isOn
    ? html`<section class="panel"><h2>${organise.next}</h2>
<ul>
${next}</ul></section>
`
    : ''
}</div></div>
<p class="links-row small"><a href="${site.basePath}/organise/new?from=${event.id}">${organise.copy}</a>${isOrganizer && isOn ? html` <a href="${base}/cancel">${organise.cancelEvent}</a>` : ''}${isOrganizer && !event.takenDown ? html` <a href="${base}/delete">${organise.delete}</a>` : ''}</p>
`,
  });
};

export interface EndView {
  readonly kind: 'cancel' | 'delete';
  readonly event: EventDetail;
  /** How many people hear of it. */
  readonly audience: number;
  /** Whether all dates to come of its series can be cancelled, too. */
  readonly hasSeries: boolean;
}

/** Asks once more, and says who hears of it. */
export const endView = (
  view: OwnView,
  { kind, event, audience, hasSeries }: EndView,
  form: FormState,
): string => {
  const { texts, site } = view;
  const { organise } = texts;
  const isCancel = kind === 'cancel';
  return ownPage(view, {
    title: isCancel ? organise.cancelQuestion : organise.deleteQuestion,
    back: [`/organise/${event.id}`, event.title],
    content: html`<form class="panel" method="post" action="${view.address}/confirm">
${proof(form)}${faultSummary(form, view)}<p>${isCancel ? organise.cancelText(audience) : organise.deleteText(audience)}</p>
${isCancel ? areaField(form, { name: 'reason', label: organise.reason, hint: texts.form.optional, rows: 3, maxLength: limits.cancelReasonLength }) : ''}${hasSeries && isCancel ? boxField(form, { name: 'series', label: organise.cancelSeries }) : ''}<p class="actions"><button>${isCancel ? organise.cancelYes : organise.deleteYes}</button>
<a class="button second" href="${site.basePath}/organise/${event.id}">${texts.form.cancel}</a></p>
</form>
`,
  });
};
