import type { Texts } from './en.ts';
import { germanRules } from './rules-de.ts';

export const de: Texts = {
  sms: {
    code: (code, name) => (name ? `${code} ist dein Code für ${name}.` : `${code} ist dein Code.`),
    secret: 'Gib ihn nicht weiter.',
  },
  mail: {
    contact: 'Kontakt',
    imprint: 'Impressum',
    privacy: 'Datenschutz',
    terms: 'Nutzungsbedingungen',
    stop: (appName) => `Keine E-Mails mehr von ${appName}, gleich von wem:`,
    stopLink: (appName) => `Keine E-Mails mehr von ${appName}, gleich von wem`,
    when: 'Wann',
    where: 'Wo',
    online: 'Online',
    anEvent: 'eine Veranstaltung',
  },
  invitation: {
    opening: (organizer, title) =>
      organizer ? `${organizer} lädt dich ein: ${title}` : `Du bist eingeladen: ${title}`,
    action: 'Einladung ansehen und antworten',
    personal: 'Der Link ist nur für dich: Wer ihn hat, kann an deiner Stelle zusagen.',
    ignore: 'Wenn du diese Einladung nicht erwartet hast, kannst du diese Nachricht ignorieren.',
  },
  notice: {
    plannedBefore: 'Bisher geplant',
    before: 'Bisher',
    message: 'Nachricht',
    reason: 'Grund',
    repeats: 'Wiederholt sich',
    allDates: (total) => `Alle ${total} Termine`,
    more: (count) => `und ${count} weitere`,
    organizedBy: (name) => `Veranstaltet von ${name}.`,
    action: 'Veranstaltung ansehen',
    settings: 'Welche E-Mails und Erinnerungen du bekommst:',
    settingsLink: 'Auswählen, welche E-Mails und Erinnerungen ich bekomme',
  },
  digest: {
    heading: (events) => (events === 1 ? 'Neues zu deiner Veranstaltung' : 'Neues zu deinen Veranstaltungen'),
    action: 'Meine Veranstaltungen ansehen',
  },
  emailCode: {
    heading: (appName) => `Bestätige deine E-Mail-Adresse für ${appName}`,
    code: 'Dein Code',
    action: 'Mit dem Link bestätigen',
    lasts: 'Code und Link gelten 15 Minuten.',
    ignore:
      'Wenn du das nicht angefordert hast, kannst du diese Nachricht ignorieren: Die Adresse bleibt, wie sie ist. Gib den Code niemandem.',
    stop: (appName) => `Keine E-Mails mehr von ${appName}, außer angeforderten Codes:`,
    stopLink: (appName) => `Keine E-Mails mehr von ${appName}, außer angeforderten Codes`,
  },
  rules: germanRules,
};
