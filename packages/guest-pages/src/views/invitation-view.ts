import { type InvitationPreview, type Language, localTime, localTimes } from '@event-platform/domain';
import { type Texts, textsOf } from '../texts/index.ts';
import { cover } from './cover.ts';
import { facts } from './facts.ts';
import { type Html, html } from './html.ts';
import { page, type Site } from './layout.ts';
import { linkPreview } from './link-preview.ts';
import { type Outcome, outcomePanel } from './outcome.ts';
import { type RsvpForm, rsvpForm, scriptOf } from './rsvp-form.ts';
import { rsvpLayout } from './rsvp-layout.ts';

/** What the page of an invitation shows. */
export interface InvitationView {
  readonly preview: InvitationPreview;
  /** The path of the page. */
  readonly address: string;
  /** What the guest answered just now, or the form to answer with; null for a cancelled event. */
  readonly answer: Outcome | RsvpForm | null;
}

const aside = (address: string, answer: InvitationView['answer'], texts: Texts): Html => {
  if (answer === null) return html`<section class="panel"><p>${texts.event.cancelledText}</p></section>`;
  return typeof answer === 'string' ? outcomePanel(answer, address, texts) : rsvpForm(answer, texts);
};

/** The page of an invitation, from what its preview may show. */
export const invitationView = (
  site: Site,
  language: Language,
  { preview, address, answer }: InvitationView,
): string => {
  const texts = textsOf(language);
  const { event } = preview;
  const { name } = event.organizer;
  const invited = name ? texts.invitation.invitedBy(name) : texts.invitation.invited;
  const note = answer === null ? texts.event.cancelled : invited;
  const isBeforeEnd = answer !== null && preview.expiresAt < event.endAt;
  const until = localTime(preview.expiresAt, event.timeZone, language);
  return page(site, {
    language,
    title: typeof answer === 'string' ? texts.outcomes[answer].title : event.title,
    head: linkPreview(site, language, {
      title: event.title,
      description: `${note}: ${localTimes(event, language)}, ${event.location.address}`,
      url: null,
      coverUrl: event.coverUrl,
    }),
    scriptUrl: scriptOf(site, answer),
    content: rsvpLayout({
      cover: cover(event, '💌'),
      note,
      title: event.title,
      details: html`${facts(event, language, texts)}
${isBeforeEnd ? html`<p class="small quiet">${texts.invitation.validUntil(until)}</p>` : ''}`,
      description: null,
      aside: aside(address, answer, texts),
      answer,
    }),
  });
};
