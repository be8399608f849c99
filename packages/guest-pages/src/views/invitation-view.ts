import {
  type Announcement,
  type InvitationView as Invitation,
  type Language,
  type ListedBringItem,
  localTime,
} from '@event-platform/domain';
import { type Texts, textsOf } from '../texts/index.ts';
import { cover } from './cover.ts';
import { announcements } from './event/announcements.ts';
import { bringList } from './event/bring-list.ts';
import { cancelReason } from './event/cancel-reason.ts';
import { eventCounts } from './event/event-counts.ts';
import { about, facts, mapLink, placeText, priceFact, whenText } from './facts.ts';
import { type Html, html } from './html.ts';
import { page, type Site } from './layout.ts';
import { linkPreview } from './link-preview.ts';
import { type AnswerState, isAnswered, isLost, newOutcome, type RsvpForm } from './rsvp/answer.ts';
import { answeredPanel } from './rsvp/answered.ts';
import { reportLink } from './rsvp/report-text.ts';
import { rsvpForm, scriptOf } from './rsvp/rsvp-form.ts';
import { rsvpLayout } from './rsvp/rsvp-layout.ts';

/** What the page of an invitation shows. */
export interface InvitationView {
  readonly invitation: Invitation;
  /** What the guest answered just now, or the form to answer with; null for a cancelled event. */
  readonly answer: AnswerState | RsvpForm | null;
  /** Null without a bring list. */
  readonly bringList: readonly ListedBringItem[] | null;
  /** Of viewers who are tied to the event. */
  readonly announcements: readonly Announcement[];
  /** Whether addresses in the description are links. */
  readonly hasLinks: boolean;
}

const aside = (site: Site, answer: InvitationView['answer'], texts: Texts): Html => {
  if (answer === null) return html`<section class="panel off"><p>${texts.event.cancelledText}</p></section>`;
  return isAnswered(answer) ? answeredPanel(answer, site, texts) : rsvpForm(answer, texts);
};

/** The page of an invitation, from what its preview may show. */
export const invitationView = (
  site: Site,
  language: Language,
  { invitation, answer, bringList: items, announcements: announcementList, hasLinks }: InvitationView,
): string => {
  const texts = textsOf(language);
  const { event, detail } = invitation;
  const outcome = newOutcome(answer);
  const { name } = event.organizer;
  const heading = name ? texts.invitation.invitedBy(name) : texts.invitation.invited;
  const note = event.status === 'scheduled' ? heading : texts.event[event.status];
  const isBeforeEnd = answer !== null && invitation.expiresAt < event.endAt;
  const until = localTime(invitation.expiresAt, event.timeZone, language);
  return page(site, {
    language,
    title: outcome ? texts.outcomes[outcome].title : event.title,
    ...(isLost(answer) ? {} : { path: `${site.basePath}/i/${invitation.token}` }),
    head: linkPreview(site, language, {
      title: event.title,
      description: `${note}: ${whenText(event, language, texts)}, ${placeText(event, texts)}`,
      url: null,
      cover: event,
    }),
    scriptUrl: scriptOf(site, answer),
    content: rsvpLayout({
      cover: cover(site, { ...event, emoji: '💌' }, { kind: 'lead', isFirst: true }),
      note,
      isOff: event.status === 'cancelled',
      title: event.title,
      details: html`${detail ? cancelReason(detail, texts) : ''}${facts({ ...event, onlineUrl: detail?.onlineUrl ?? null }, language, texts, detail ? { map: mapLink(detail, texts), price: priceFact(detail, site, language, texts) } : {})}${detail && answer !== null ? eventCounts(detail, texts) : ''}
${isBeforeEnd ? html`<p class="small quiet">${texts.invitation.validUntil(until)}</p>` : ''}`,
      description: detail && answer !== null ? about(detail.description, detail, texts, hasLinks) : null,
      more: html`${announcements(announcementList, event.timeZone, language, texts)}${bringList(items, answer, texts)}`,
      aside: html`${aside(site, answer, texts)}\n${reportLink(`${site.basePath}/i/${invitation.token}`, texts)}`,
      answer,
    }),
  });
};
