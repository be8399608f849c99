import { type EventDetail, localDateOf } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { excerpt } from '../excerpt.ts';
import { type Html, html } from '../html.ts';

type LinkedEvent = Pick<
  EventDetail,
  'title' | 'startAt' | 'endAt' | 'isAllDay' | 'timeZone' | 'location' | 'status'
>;

/** A UTC instant in the basic format of ISO 8601. */
const basic = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

const basicDay = (at: Date, timeZone: string): string => localDateOf(at, timeZone).replaceAll('-', '');

const longestTitle = 200;

/** Adds the event to a Google calendar. */
const googleCalendar = (
  { title, startAt, endAt, isAllDay, timeZone, location }: LinkedEvent,
  url: string,
): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: excerpt(title, longestTitle),
    dates: [startAt, endAt].map((at) => (isAllDay ? basicDay(at, timeZone) : basic(at))).join('/'),
    details: url,
    location: excerpt(location.address, longestTitle),
  })}`;

const link = (href: string, label: string): Html =>
  html`<a href="${href}" rel="noreferrer nofollow">${label}</a>`;

/** Links that take the event elsewhere: other calendars and messengers. Nothing is loaded from them. */
export const eventLinks = (event: LinkedEvent, url: string, { facts }: Texts): Html => {
  const title = excerpt(event.title, longestTitle);
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  const whatsApp = `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`;
  return html`<p class="small links-row">${event.status === 'postponed' ? '' : html`${link(googleCalendar(event, url), facts.googleCalendar)} `}${link(mail, facts.shareByMail)} ${link(whatsApp, facts.shareByWhatsApp)}</p>`;
};
