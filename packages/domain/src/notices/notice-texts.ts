import type { NoticeEvent } from '../events/notice-event.ts';
import type { Language } from '../languages/language.ts';
import { localTimes } from '../local-time/local-times.ts';
import type { NoticeKind } from '../outbox/change.ts';
import type { ActivityCounts, FieldChanges, Notice } from './notice.ts';
import { oneLine } from './one-line.ts';
import { withoutLinks, withoutPhones } from './without-links.ts';

/** What a notice says, in plain text: the same words in inbox, mail, push and SMS. */
export interface NoticeText {
  readonly title: string;
  /** One line; it may be empty. */
  readonly body: string;
}

interface NoticeTexts {
  readonly headings: Readonly<Record<NoticeKind, (title: string) => string>>;
  /** For an event whose title has no word that may be shown. */
  readonly anEvent: string;
  readonly explanations: Readonly<Partial<Record<NoticeKind, string>>>;
  /** Of what is off. */
  readonly planned: (when: string) => string;
  readonly now: (what: string) => string;
  readonly takesPlace: (when: string) => string;
  readonly counts: Readonly<Record<keyof ActivityCounts, (count: number) => string>>;
}

const en: NoticeTexts = {
  headings: {
    event_changed: (title) => `Changed: ${title}`,
    event_cancelled: (title) => `Cancelled: ${title}`,
    event_postponed: (title) => `Postponed: ${title}`,
    event_reminder: (title) => `Soon: ${title}`,
    event_activity: (title) => `What is new: ${title}`,
    booking_confirmed: (title) => `Your booking is confirmed: ${title}`,
    invitation_received: (title) => `You are invited to ${title}`,
    guest_removed: (title) => `You are no longer a guest: ${title}`,
    announcement: (title) => `A message about ${title}`,
    new_sign_in: () => 'A new sign-in to your account',
    webhook_disabled: () => 'A webhook of yours was disabled',
    email_removed: () => 'Your e-mail address was removed',
  },
  anEvent: 'an event',
  explanations: {
    event_postponed:
      'A new date is not known yet. You hear of it once it is; what you answered and booked stays.',
    new_sign_in:
      'There was a sign-in to your account from a network and a device that were not seen before. If it was not you, end that session.',
    webhook_disabled:
      'Its endpoint failed for five days or answered that it is gone. You can enable it again.',
    email_removed:
      'Another account has proved that the address is theirs. Mails to it are not yours any more.',
  },
  planned: (when) => `It was to be ${when}`,
  now: (what) => `Now ${what}`,
  takesPlace: (when) => `It takes place: ${when}`,
  counts: {
    going: (count) => `${count} going`,
    interested: (count) => `${count} interested`,
    booked: (count) => `${count} booked`,
    waitlisted: (count) => `${count} on the waitlist`,
    declined: (count) => `${count} declined`,
    cancelled: (count) => `${count} cancelled`,
  },
};

const de: NoticeTexts = {
  headings: {
    event_changed: (title) => `Geändert: ${title}`,
    event_cancelled: (title) => `Abgesagt: ${title}`,
    event_postponed: (title) => `Verschoben: ${title}`,
    event_reminder: (title) => `Bald: ${title}`,
    event_activity: (title) => `Neues zu: ${title}`,
    booking_confirmed: (title) => `Deine Buchung ist bestätigt: ${title}`,
    invitation_received: (title) => `Du bist eingeladen: ${title}`,
    guest_removed: (title) => `Du bist nicht mehr Gast: ${title}`,
    announcement: (title) => `Eine Nachricht zu: ${title}`,
    new_sign_in: () => 'Eine neue Anmeldung bei deinem Konto',
    webhook_disabled: () => 'Ein Webhook von dir wurde abgeschaltet',
    email_removed: () => 'Deine E-Mail-Adresse wurde entfernt',
  },
  anEvent: 'eine Veranstaltung',
  explanations: {
    event_postponed:
      'Ein neuer Termin steht noch nicht fest. Du hörst davon, sobald es ihn gibt; was du geantwortet und gebucht hast, bleibt.',
    new_sign_in:
      'Bei deinem Konto hat sich jemand aus einem Netz und mit einem Gerät angemeldet, die neu sind. Wenn du es nicht warst, beende diese Sitzung.',
    webhook_disabled:
      'Sein Empfänger war fünf Tage lang nicht erreichbar oder antwortete, dass es ihn nicht mehr gibt. Du kannst ihn wieder einschalten.',
    email_removed:
      'Ein anderes Konto hat gezeigt, dass die Adresse ihm gehört. Mails dorthin gehen nicht mehr an dich.',
  },
  planned: (when) => `Geplant war: ${when}`,
  now: (what) => `Jetzt ${what}`,
  takesPlace: (when) => `Es findet statt: ${when}`,
  counts: {
    going: (count) => (count === 1 ? '1 Zusage' : `${count} Zusagen`),
    interested: (count) => `${count} interessiert`,
    booked: (count) => (count === 1 ? '1 Buchung' : `${count} Buchungen`),
    waitlisted: (count) => `${count} auf der Warteliste`,
    declined: (count) => (count === 1 ? '1 Absage' : `${count} Absagen`),
    cancelled: (count) => (count === 1 ? '1 Rücktritt' : `${count} Rücktritte`),
  },
};

const texts: Readonly<Record<Language, NoticeTexts>> = { en, de };

/** Characters of a title, and of what an organizer wrote; pushes have little room. */
const [titleLength, bodyLength] = [150, 300];

const harmless = (text: string, longest: number): string =>
  oneLine(withoutPhones(withoutLinks(oneLine(text, 4 * longest))), longest);

const whenAndWhere = (event: NoticeEvent, language: Language): string =>
  [localTimes(event, language, 'short'), harmless(event.address, bodyLength)].filter(Boolean).join(', ');

const changed = (event: NoticeEvent, changes: FieldChanges | null, language: Language): string => {
  const { now, takesPlace } = texts[language];
  const when = localTimes(event, language, 'short');
  if (!changes) return takesPlace(when);
  const isMoved = changes.startAt || changes.endAt || changes.timeZone;
  return now(
    [isMoved && when, changes.address && harmless(event.address, bodyLength)].filter(Boolean).join(', '),
  );
};

/** Such as `3 going, 1 cancelled`. */
const countsText = (counts: ActivityCounts, language: Language): string =>
  Object.entries(texts[language].counts)
    .map(([name, text]) => [counts[name as keyof ActivityCounts], text] as const)
    .flatMap(([count, text]) => (count > 0 ? [text(count)] : []))
    .join(', ');

const bodyOf = ({ kind, event, changes, activity, text }: WordedNotice, language: Language): string => {
  const { explanations, planned } = texts[language];
  const explanation = explanations[kind];
  if (explanation) return explanation;
  if (activity) return countsText(activity, language);
  if (text !== null) return harmless(text, bodyLength);
  if (!event) return '';
  if (kind === 'event_changed') return changed(event, changes, language);
  if (kind === 'event_cancelled' || kind === 'guest_removed')
    return planned(localTimes(event, language, 'short'));
  return whenAndWhere(event, language);
};

type WordedNotice = Pick<Notice, 'kind' | 'event' | 'changes' | 'activity' | 'text'>;

/**
 * Words a notice. Times are local to the event. What organizers wrote is shortened, and has nothing that programs turn into a
 * link or take for a telephone number.
 */
export const noticeText = (
  notice: WordedNotice,
  language: Language,
  longestTitle = titleLength,
): NoticeText => {
  const { anEvent, headings } = texts[language];
  const title = harmless(notice.event?.title ?? '', longestTitle) || anEvent;
  return { title: headings[notice.kind](title), body: bodyOf(notice, language) };
};

/** What a mail adds to the facts of a notice; null for nothing. */
export const noticeExplanation = (kind: NoticeKind, language: Language): string | null =>
  texts[language].explanations[kind] ?? null;
