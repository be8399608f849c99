import type { Announcement, EventDetail, HostEvent, Language, ListedBringItem } from '@event-platform/domain';
import { scriptPath } from '../../scripts/scripts.ts';
import { type Texts, textsOf } from '../../texts/index.ts';
import { cover } from '../cover.ts';
import { cutToBytes, excerpt } from '../excerpt.ts';
import { about, facts, mapLink, placeText, priceFact, whenText } from '../facts.ts';
import { type Html, html, jsonScript } from '../html.ts';
import { page, type Site } from '../layout.ts';
import { linkPreview } from '../link-preview.ts';
import { type AnswerState, isAnswered, isLost, newOutcome, type RsvpForm } from '../rsvp/answer.ts';
import { answeredPanel } from '../rsvp/answered.ts';
import { reportLink } from '../rsvp/report-text.ts';
import { rsvpForm, scriptOf } from '../rsvp/rsvp-form.ts';
import { rsvpLayout } from '../rsvp/rsvp-layout.ts';
import { announcements } from './announcements.ts';
import { bringList } from './bring-list.ts';
import { cancelReason } from './cancel-reason.ts';
import { eventCounts } from './event-counts.ts';
import { eventData } from './event-data.ts';
import { calendarLinks, shareLinks } from './event-links.ts';
import { hostEvents } from './host-events.ts';
import { type SeriesOfPage, seriesDates } from './series.ts';
import { tagLinks } from './tags.ts';

/** The most bytes of the page. A description of 10,000 characters may take 60 kB alone: it gets what is left. */
const pageBytes = 29_900;
const previewLength = 200;

/** What the page of an event shows. */
export interface EventView {
  readonly event: EventDetail;
  readonly hasEnded: boolean;
  /** The address of the page in the service's own URL. */
  readonly url: string;
  /** Its path. */
  readonly address: string;
  /** What the guest answered just now, or the form to answer with. */
  readonly answer: AnswerState | RsvpForm;
  /** Null without a bring list. */
  readonly bringList: readonly ListedBringItem[] | null;
  /** Of viewers who are tied to the event. */
  readonly announcements: readonly Announcement[];
  /** Null for an event on its own. */
  readonly series: SeriesOfPage | null;
  /** The next public events of the same host. */
  readonly others: readonly HostEvent[];
  /** Whether addresses in the description are links. */
  readonly hasLinks: boolean;
}

const isPrivate = ({ event }: EventView): boolean => event.visibility === 'private';

/** Below what a guest answers: calendars, ways to share, and a report, each apart. */
const extras = (view: EventView, texts: Texts): Html => {
  const { event, address, answer, url } = view;
  const isJustAnswered = isAnswered(answer) && answer.isNew;
  if (isJustAnswered && answer.rsvp === null) return html``;
  const isOpenable = !isAnswered(answer) || answer.isOpenable;
  // Who has answered has it in the panel.
  const file = !isOpenable || (isAnswered(answer) && answer.rsvp !== null) ? null : `${address}/calendar.ics`;
  // What takes a private event elsewhere would tell of it.
  const calendar = isPrivate(view)
    ? html`${file === null ? '' : html`<p class="small"><a href="${file}">${texts.facts.calendar}</a></p>`}`
    : calendarLinks(event, url, file, texts);
  const report = isOpenable && !isJustAnswered ? reportLink(address, texts) : html``;
  return html`\n${calendar}\n${isPrivate(view) ? '' : shareLinks(event, url, texts)}\n${report}`;
};

const aside = (view: EventView, site: Site, texts: Texts): Html => {
  const { event, hasEnded, address, answer } = view;
  if (!(isAnswered(answer) && answer.isNew)) {
    if (event.status === 'cancelled')
      return html`<section class="panel off"><p>${texts.event.cancelledText}</p></section>`;
    if (hasEnded && (isAnswered(answer) || answer.step === 'phone'))
      return html`<section class="panel"><p>${texts.event.ended}.</p></section>
${reportLink(address, texts)}`;
  }
  return html`${isAnswered(answer) ? answeredPanel(answer, site, texts) : rsvpForm(answer, texts)}${extras(view, texts)}`;
};

const isOpen = ({ event, hasEnded }: EventView): boolean => event.status === 'scheduled' && !hasEnded;

const note = ({ event, hasEnded }: EventView, texts: Texts): string => {
  if (event.status !== 'scheduled') return texts.event[event.status];
  return hasEnded ? texts.event.ended : '';
};

const details = ({ event, series }: EventView, site: Site, language: Language, texts: Texts): Html => {
  const price = priceFact(event, site, language, texts);
  // Who would have come is of no use any more.
  const counts = event.status === 'cancelled' ? html`` : eventCounts(event, texts);
  return html`${cancelReason(event, texts)}${facts(event, language, texts, { map: mapLink(event, texts), price })}${counts}${seriesDates(site, language, event, series, texts)}`;
};

const render = (site: Site, language: Language, view: EventView, description: string): string => {
  const texts = textsOf(language);
  const { event, url } = view;
  const summary = `${whenText(event, language, texts)}, ${placeText(event, texts)}`;
  const outcome = newOutcome(view.answer);
  const title = outcome ? texts.outcomes[outcome].title : event.title;
  return page(site, {
    language,
    title,
    isListed: !isAnswered(view.answer) && !isPrivate(view),
    ...(isLost(view.answer) ? {} : { path: view.address }),
    head: html`${linkPreview(site, language, {
      title: event.title,
      description: excerpt(event.description ? `${summary} – ${event.description}` : summary, previewLength),
      url: isPrivate(view) ? null : url,
      cover: { ...event, category: event.category.slug },
    })}${isPrivate(view) ? '' : jsonScript('application/ld+json', eventData(event, url, site, view.series))}\n`,
    scriptUrl:
      scriptOf(site, view.answer) ?? (isPrivate(view) ? undefined : `${site.basePath}${scriptPath('share')}`),
    content: rsvpLayout({
      cover: cover(
        site,
        { ...event, category: event.category.slug, emoji: event.category.emoji },
        { kind: 'lead', isFirst: true },
      ),
      note: note(view, texts),
      isOff: event.status === 'cancelled',
      title: event.title,
      details: details(view, site, language, texts),
      description: about(description, event, texts, view.hasLinks),
      more: html`${tagLinks(site, event)}${announcements(view.announcements, event.timeZone, language, texts)}${isOpen(view) ? bringList(view.bringList, view.answer, texts) : ''}${hostEvents(site, language, event, view.others, texts)}`,
      aside: aside(view, site, texts),
      answer: view.answer,
    }),
  });
};

export const eventView = (site: Site, language: Language, view: EventView): string => {
  const whole = cutToBytes(view.event.description, pageBytes);
  const first = render(site, language, view, whole);
  const over = Buffer.byteLength(first) - pageBytes;
  if (over <= 0) return first;
  const room = Buffer.byteLength(html`${whole}`.markup) - over;
  return render(site, language, view, cutToBytes(whole, room));
};
