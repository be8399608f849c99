import {
  areWholeDays,
  type EventTimes,
  localDateOf,
  localTimes,
  type NoticeKind,
  type NoticeMail,
  noticeExplanation,
  noticePolicy,
  noticeText,
  oneLine,
  withoutLinks,
  withoutPhones,
} from '@event-platform/domain';
import { type CalendarPart, eventCalendar, seriesCalendar } from './event-calendar.ts';
import { appNameOf, harmless, linkTo, type Mail, type MailBrand, mailOf } from './mail.ts';
import { escapeHtml } from './mail-layout.ts';
import { noticeSettingsNote } from './notice-settings-note.ts';
import { ruleWords } from './rule-words.ts';
import { textsOf } from './texts/index.ts';

/** A mail about a notice; some update the event in the guest's calendar. */
export interface NoticeEmail extends Mail {
  readonly icalEvent?: { readonly method: CalendarPart['method']; readonly content: string };
  readonly attachments?: {
    readonly filename: string;
    readonly contentType: string;
    readonly content: string;
  }[];
}

export interface NoticeEmailSettings extends MailBrand {
  /** The address that mails come from. */
  readonly senderAddress: string;
}

const calendarMethods: Readonly<Partial<Record<NoticeKind, CalendarPart['method']>>> = {
  event_changed: 'REQUEST',
  event_postponed: 'REQUEST',
  booking_confirmed: 'REQUEST',
  event_cancelled: 'CANCEL',
  guest_removed: 'CANCEL',
};

/** In mails that lead to the event; a link of the organizer’s for those who said that they are coming. */
const tellsOnlineUrl = (mail: NoticeMail): mail is NoticeMail & { readonly onlineUrl: string } =>
  mail.onlineUrl !== null && /^(?:event_reminder|event_changed|booking_confirmed)$/.test(mail.notice.kind);

/** Of a series the guest learns of all dates by one mail; its calendar part is of the first, a file has all of them. */
const seriesDates = ({ seriesDates, language }: NoticeMail): readonly (readonly [string, string])[] => {
  const [first] = seriesDates?.events ?? [];
  if (!seriesDates || !first) return [];
  const { rule, events, total } = seriesDates;
  const words = ruleWords(rule, localDateOf(first.startAt, first.timeZone), first.timeZone, language);
  const texts = textsOf(language).notice;
  const datesByName = events.slice(0, noticePolicy.seriesDatesNamed);
  const more = total - datesByName.length;
  const dates = datesByName.map((event) => localTimes(event, language)).join('\n');
  return [
    ...(words === null ? [] : [[texts.repeats, words] as const]),
    [texts.allDates(total), more > 0 ? `${dates}\n${texts.more(more)}` : dates],
  ];
};

/** What updates the guest's calendar. */
const calendarsOf = (
  mail: NoticeMail,
  method: CalendarPart['method'],
  { organizer, pageOf }: Pick<CalendarPart, 'organizer' | 'pageOf'>,
): Pick<NoticeEmail, 'icalEvent' | 'attachments'> => {
  const { notice, seriesDates } = mail;
  if (!notice.event) return {};
  const part = { method, organizer, pageOf, at: notice.createdAt };
  const onlineUrl = tellsOnlineUrl(mail) ? mail.onlineUrl : null;
  const content = eventCalendar({ ...part, event: notice.event, onlineUrl, attendee: mail.email });
  if (!seriesDates) return { icalEvent: { method, content } };
  const dates = {
    filename: 'dates.ics',
    // Not the type of what mail programs act on: that is of one entry.
    contentType: 'application/ics',
    content: seriesCalendar(seriesDates.events, part),
  };
  return { icalEvent: { method, content }, attachments: [dates] };
};

const factsOf = (mail: NoticeMail): readonly (readonly [string, string])[] => {
  const { kind, event, changes, text } = mail.notice;
  if (!event) return [];
  const { mail: names, notice: texts } = textsOf(mail.language);
  const timesOf = (times: EventTimes) => localTimes(times, mail.language);
  const before = {
    startAt: changes?.startAt ? new Date(changes.startAt.old) : event.startAt,
    endAt: changes?.endAt ? new Date(changes.endAt.old) : event.endAt,
    timeZone: changes?.timeZone?.old ?? event.timeZone,
  };
  // Changes do not name it: what lasted from midnight to midnight is told as days.
  const isAllDay = areWholeDays(before, before.timeZone);
  const isMoved = changes?.startAt || changes?.endAt || changes?.timeZone;
  const place = (address: string) => oneLine(withoutLinks(oneLine(address, 300)), 300);
  return [
    [event.status === 'postponed' ? texts.plannedBefore : names.when, timesOf(event)],
    ...(isMoved ? [[texts.before, timesOf({ ...before, isAllDay })] as const] : []),
    ...(event.address ? [[names.where, place(event.address)] as const] : []),
    ...(tellsOnlineUrl(mail) ? [[names.online, mail.onlineUrl] as const] : []),
    ...(changes?.address ? [[texts.before, place(changes.address.old)] as const] : []),
    ...seriesDates(mail),
    ...(text === null
      ? []
      : [
          [
            kind === 'event_cancelled' ? texts.reason : texts.message,
            withoutPhones(withoutLinks(text)),
          ] as const,
        ]),
  ];
};

/** Where a notice leads: an invitation can be declined on its own page. */
const pathOf = ({ notice: { event, kind }, invitationToken }: NoticeMail): string => {
  if (!event || kind === 'guest_removed') return '';
  return invitationToken === null ? `/e/${event.id}` : `/i/${encodeURIComponent(invitationToken)}`;
};

/** Words a notice. Times are local to the event. The words of an organizer are quoted and without links. */
export const noticeEmail = (mail: NoticeMail, settings: NoticeEmailSettings): NoticeEmail => {
  const { notice, language, unsubscribeToken } = mail;
  const texts = textsOf(language).notice;
  const link = linkTo(settings, pathOf(mail));
  const organizer = harmless(mail.organizerName, 80);
  const notes = [noticeExplanation(notice.kind, language), organizer && texts.organizedBy(organizer)].flatMap(
    (note) => note || [],
  );
  const choose = noticeSettingsNote(settings, language);
  const method = notice.event && calendarMethods[notice.kind];
  const calendar = {
    organizer: settings.senderAddress,
    pageOf: (id: string) => linkTo(settings, `/e/${id}`),
  };
  return {
    ...mailOf(
      {
        id: `notice-${notice.id}`,
        ...{ language, unsubscribeToken },
        heading: noticeText(notice, language).title,
        facts: factsOf(mail),
        quoted: [texts.message, texts.reason],
        paragraphs: [...notes, link, choose.text],
        action: { label: notice.event ? texts.action : appNameOf(settings), url: link },
        smallPrint: [...notes.map(escapeHtml), choose.html],
      },
      settings,
    ),
    ...(method ? calendarsOf(mail, method, calendar) : {}),
  };
};
