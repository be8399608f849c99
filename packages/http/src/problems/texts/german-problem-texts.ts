import type { WireCode } from '../problem-codes.ts';
import type { ProblemText } from './problem-texts.ts';

/** As `problem-texts.ts`, in German. */
export const germanProblemTexts: Readonly<Record<WireCode, ProblemText>> = {
  invalid_request: {
    title: 'Ungültige Anfrage',
    meaning: 'Die Anfrage ist fehlerhaft oder verletzt eine Regel; `errors` nennt jeden Fehler.',
  },
  unauthenticated: {
    title: 'Nicht angemeldet',
    meaning: 'Das Zugangstoken fehlt, ist ungültig oder abgelaufen, oder seine Sitzung ist beendet.',
  },
  code_invalid: {
    title: 'Code nicht angenommen',
    meaning: 'Der Code ist falsch oder gilt nicht mehr. Fordere einen neuen an und versuche es noch einmal.',
  },
  refresh_token_invalid: {
    title: 'Erneuerungstoken nicht angenommen',
    meaning:
      'Das Erneuerungstoken ist unbekannt oder abgelaufen, wurde schon eingetauscht, oder seine Sitzung ist beendet. Melde dich neu an.',
  },
  forbidden: {
    title: 'Nicht erlaubt',
    meaning: 'Du siehst die Veranstaltung, darfst dies aber nicht tun.',
  },
  fresh_sign_in_required: {
    title: 'Frische Anmeldung nötig',
    meaning:
      'Dafür muss die Sitzung vor Kurzem mit einem Code begonnen haben: in den letzten 10 Minuten, bei Betreibern in den letzten 12 Stunden. Melde dich neu an und wiederhole es.',
  },
  invitation_not_yours: {
    title: 'Einladung für jemand anderen',
    meaning: 'Diese Einladung ist an jemand anderen gerichtet, der sie noch annehmen kann.',
  },
  removed_by_organizer: {
    title: 'Ausgeladen',
    meaning: 'Du wurdest von dieser Veranstaltung ausgeladen. Eine neue persönliche Einladung hebt das auf.',
  },
  account_suspended: {
    title: 'Konto gesperrt',
    meaning: 'Dieses Konto wurde gesperrt; `reason` sagt, warum.',
  },
  proof_required: {
    title: 'Arbeitsnachweis nötig',
    meaning:
      'Löse `challenge` mit einer Bibliothek für das Protokoll ALTCHA (Version 2) und schicke dieselbe Anfrage noch einmal mit `proof`, der Lösung als Base64. Eine Aufgabe gilt einmal, für diese Telefonnummer und 5 Minuten lang.',
  },
  event_not_found: {
    title: 'Veranstaltung nicht gefunden',
    meaning: 'Die Veranstaltung gibt es nicht, oder du darfst sie nicht sehen.',
  },
  invitation_not_found: {
    title: 'Einladung nicht gefunden',
    meaning: 'Die Einladung gibt es nicht, sie ist erledigt oder gehört jemand anderem.',
  },
  invitation_expired: {
    title: 'Einladung abgelaufen',
    meaning: 'Die Einladung gilt nicht mehr. Bitte um eine neue.',
  },
  not_found: {
    title: 'Nicht gefunden',
    meaning: 'Unter dieser Adresse gibt es nichts, oder du darfst es nicht sehen.',
  },
  invitation_already_accepted: {
    title: 'Einladung schon angenommen',
    meaning: 'Die Einladung wurde schon angenommen; noch einmal ändert nichts.',
  },
  category_exists: {
    title: 'Kategorie vorhanden',
    meaning: 'Eine Kategorie mit diesem Kürzel gibt es schon, oder sie wurde zusammengelegt.',
  },
  username_taken: {
    title: 'Benutzername vergeben',
    meaning: 'Diesen Benutzernamen hat schon jemand anderes.',
  },
  event_cancelled: {
    title: 'Veranstaltung abgesagt',
    meaning:
      'Die Veranstaltung wurde abgesagt. Eine Antwort lässt sich zurücknehmen, sonst ist nichts mehr zu ändern.',
  },
  event_postponed: {
    title: 'Veranstaltung verschoben',
    meaning:
      'Die Veranstaltung hat gerade keinen Termin. Antworten und Buchungen lassen sich beenden oder verkleinern; neue warten auf den neuen Termin.',
  },
  event_changed_meanwhile: {
    title: 'Veranstaltung inzwischen geändert',
    meaning:
      'Jemand hat die Veranstaltung geändert, seit ihre `version` die `ifVersion` der Anfrage war. Nichts wurde geändert: Lies sie noch einmal.',
  },
  is_manager: {
    title: 'Veranstaltet oder verwaltet',
    meaning:
      'Wer eine Veranstaltung macht oder mitverwaltet, lässt sich nicht ausladen; entziehe zuerst das Recht zu verwalten.',
  },
  admin_limit: {
    title: 'Verwaltet zu viele Veranstaltungen',
    meaning:
      'Die Person verwaltet schon 20 Veranstaltungen derselben Veranstalterin oder desselben Veranstalters.',
  },
  event_over: {
    title: 'Veranstaltung vorbei',
    meaning: 'Die Veranstaltung ist vorbei; buchen und mitbringen geht nicht mehr.',
  },
  rsvp_closed: {
    title: 'Antworten geschlossen',
    meaning:
      'Seit `rsvpUntil` nimmt die Veranstaltung keine neuen Antworten und keine größeren Buchungen an. Dieselbe Antwort noch einmal, sie zurückzunehmen, abzusagen und eine kleinere Buchung gehen weiter; eine Einladung bleibt offen.',
  },
  question_answered: {
    title: 'Frage beantwortet',
    meaning:
      'Gäste haben die Frage schon beantwortet: Ihr `kind` bleibt. Entferne sie und stelle eine andere.',
  },
  event_full: {
    title: 'Veranstaltung voll',
    meaning: 'Für diese Zahl sind nicht genug Plätze frei. Nichts wurde geändert.',
  },
  capacity_below_booked: {
    title: 'Weniger Plätze als gebucht',
    meaning: 'Es sind mehr Plätze gebucht, in `bookedCount`, als es dann gäbe.',
  },
  not_confirmed: {
    title: 'Buchung nicht bestätigt',
    meaning: 'Die Buchung wartet auf einen Platz: Einlass geht noch nicht.',
  },
  module_disabled: {
    title: 'Baustein ausgeschaltet',
    meaning: 'Die Veranstaltung hat diesen Baustein nicht in `enabledModules`.',
  },
  bring_list_full: {
    title: 'Mitbringliste voll',
    meaning: 'Die Mitbringliste der Veranstaltung nimmt nichts weiter auf.',
  },
  quantity_below_claimed: {
    title: 'Weniger als zugesagt',
    meaning: 'Gäste bringen mehr davon mit, in `claimed`, als die neue Menge.',
  },
  item_taken: {
    title: 'Schon vergeben',
    meaning: 'Davon ist weniger übrig, in `left`, als die Menge. Nichts wurde geändert.',
  },
  not_going: {
    title: 'Nicht dabei',
    meaning:
      'Mitbringen kann etwas, wer kommt, gebucht hat oder verwaltet; Fragen beantwortet, wer kommt, interessiert ist oder gebucht hat.',
  },
  event_taken_down: {
    title: 'Veranstaltung heruntergenommen',
    meaning:
      'Die Veranstaltung wurde heruntergenommen; `takenDown` sagt, warum. Wer sie macht, sieht sie und kann nichts ändern.',
  },
  is_operator: { title: 'Betreiber', meaning: 'Betreiber lassen sich nicht sperren.' },
  picture_invalid: {
    title: 'Bild nicht angenommen',
    meaning: 'Das ist kein Bild, das dieser Dienst annimmt.',
  },
  pictures_full: {
    title: 'Zu viele Bilder',
    meaning: 'Das Konto hat so viele Bilder, wie erlaubt sind. Lösche zuerst eines.',
  },
  webhook_limit: {
    title: 'Zu viele Webhooks',
    meaning: 'Das Konto hat so viele Webhooks, wie erlaubt sind. Lösche zuerst einen.',
  },
  push_unavailable: {
    title: 'Plattform nicht eingerichtet',
    meaning: 'Über diese Plattform wird nichts geschickt; `platforms` nennt die eingerichteten.',
  },
  rate_limited: {
    title: 'Zu viele Anfragen',
    meaning:
      'Eine Grenze ist erreicht. Warte so viele Sekunden, wie `Retry-After` nennt, und versuche es noch einmal.',
  },
  unavailable: {
    title: 'Gerade nicht erreichbar',
    meaning:
      'Der Dienst kann gerade nicht antworten. Warte so viele Sekunden, wie `Retry-After` nennt, und versuche es noch einmal.',
  },
  method_not_allowed: {
    title: 'Methode nicht erlaubt',
    meaning: 'Diese Adresse kennt die Methode nicht; `Allow` nennt die, die sie kennt.',
  },
  request_timeout: { title: 'Anfrage zu langsam', meaning: 'Die Anfrage kam nicht rechtzeitig an.' },
  payload_too_large: {
    title: 'Inhalt zu groß',
    meaning: 'Der Inhalt ist größer, als diese Adresse annimmt.',
  },
  unsupported_media_type: {
    title: 'Nicht unterstützter Medientyp',
    meaning: 'Der Inhalt muss JSON sein, als `application/json` und nicht komprimiert.',
  },
  headers_too_large: {
    title: 'Kopfzeilen zu groß',
    meaning: 'Die Kopfzeilen der Anfrage sind zu groß.',
  },
  idempotency_in_progress: {
    title: 'Anfrage läuft noch',
    meaning:
      'Die erste Anfrage mit diesem `Idempotency-Key` ist noch nicht beantwortet. Warte so viele Sekunden, wie `Retry-After` nennt, und wiederhole sie mit demselben Schlüssel.',
  },
  idempotency_key_reused: {
    title: 'Idempotenzschlüssel wiederverwendet',
    meaning:
      'Dieser `Idempotency-Key` kam in den letzten 24 Stunden mit einem anderen Inhalt. Jede Anfrage braucht einen eigenen Schlüssel.',
  },
  internal_error: {
    title: 'Interner Fehler',
    meaning: 'Im Dienst ist etwas schiefgegangen. Nenne `requestId`, wenn du es meldest.',
  },
};
