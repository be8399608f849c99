import { type EventDetail, localDateOf } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { excerpt } from '../excerpt.ts';
import { type Html, html } from '../html.ts';

type LinkedEvent = Pick<
  EventDetail,
  'title' | 'description' | 'startAt' | 'endAt' | 'isAllDay' | 'timeZone' | 'location' | 'status'
>;

/** A UTC instant in the basic format of ISO 8601. */
const basic = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

const basicDay = (at: Date, timeZone: string): string => localDateOf(at, timeZone).replaceAll('-', '');

const longestText = 200;
const longestDescription = 100;

/** Adds the event to a Google calendar. */
const googleCalendar = (
  { title, description, startAt, endAt, isAllDay, timeZone, location }: LinkedEvent,
  url: string,
  { facts }: Texts,
): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: excerpt(title, longestText),
    dates: [startAt, endAt].map((at) => (isAllDay ? basicDay(at, timeZone) : basic(at))).join('/'),
    details: [excerpt(description, longestDescription), url].filter(Boolean).join('\n\n'),
    location: excerpt(location.address, longestText) || facts.online,
  })}`;

const link = (href: string, label: string): Html =>
  html`<a href="${href}" rel="noreferrer nofollow">${label}</a>`;

/** Links that bring the event to calendars. @param file the path of its file, where the page does not offer that already */
export const calendarLinks = (event: LinkedEvent, url: string, file: string | null, texts: Texts): Html => {
  const { facts } = texts;
  const google =
    event.status === 'postponed' ? html`` : link(googleCalendar(event, url, texts), facts.googleCalendar);
  return html`<p class="small links-row"><b>${facts.calendarHeading}</b> ${file === null ? '' : html`<a href="${file}">${facts.calendar}</a> `}${google}</p>`;
};

/** Ways to tell others of the event. Nothing is loaded from them; a script shows the buttons where they work. */
export const shareLinks = (event: Pick<LinkedEvent, 'title'>, url: string, { facts }: Texts): Html => {
  const title = excerpt(event.title, longestText);
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  const whatsApp = `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`;
  return html`<p class="small links-row" id="share" data-url="${url}"><b>${facts.share}</b> <button class="plain" type="button" id="copy" data-done="${facts.copied}" hidden>${facts.copy}</button> <button class="plain" type="button" id="send" hidden>${facts.send}</button> ${link(mail, facts.shareByMail)} ${link(whatsApp, facts.shareByWhatsApp)}</p>`;
};
