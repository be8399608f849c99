import type { Texts } from './en.ts';

const minutes = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? 'eine Sekunde' : `${seconds} Sekunden`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'eine Minute' : `${minutes} Minuten`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'eine Stunde' : `${hours} Stunden`;
};

/** Every text of the pages for guests in German. */
export const de: Texts = {
  layout: {
    language: 'Deutsch',
    home: 'Was läuft',
    about: 'Für Entwickler',
    contact: 'Kontakt',
    imprint: 'Impressum',
    privacy: 'Datenschutz',
    terms: 'Nutzungsbedingungen',
  },
  facts: {
    when: 'Wann',
    where: 'Wo',
    organizer: 'Veranstaltet von',
    price: 'Preis',
    free: 'Kostenlos',
    unknownPrice: 'siehe Veranstalter',
    noDate: (planned) => `Ein neuer Termin steht noch nicht fest. Geplant war ${planned}`,
    answerUntil: 'Antworten bis',
    online: 'Online',
    onlineLater: 'Den Link bekommst du, wenn du zusagst',
    map: 'Auf der Karte zeigen',
    calendar: 'In meinen Kalender',
    going: (count) => (count === 1 ? '1 Person kommt' : `${count} Personen kommen`),
    interested: (count) => `${count} interessiert`,
    waiting: (count) => `${count} auf der Warteliste`,
    seatsLeft: (count) =>
      count === 0 ? 'keine Plätze frei' : count === 1 ? '1 Platz frei' : `${count} Plätze frei`,
    googleCalendar: 'Google Kalender',
    shareByMail: 'Per E-Mail teilen',
    shareByWhatsApp: 'Per WhatsApp teilen',
    about: 'Über diese Veranstaltung',
    moreAt: (host) => `Mehr auf ${host}`,
  },
  invitation: {
    invited: 'Du bist eingeladen',
    invitedBy: (name) => `${name} lädt dich ein`,
    validUntil: (until) => `Die Einladung gilt bis ${until}.`,
    preview: (when, where) => `${when}, ${where}`,
  },
  event: {
    cancelled: 'Diese Veranstaltung wurde abgesagt',
    cancelledText: 'Sie findet nicht statt. Es gibt nichts mehr zu beantworten.',
    postponed: 'Diese Veranstaltung ist verschoben',
    ended: 'Diese Veranstaltung ist vorbei',
    others: (name) => (name ? `Mehr von ${name}` : 'Mehr von dieser Person'),
  },
  series: {
    repeats: 'Wiederholt sich',
    days: (interval) => (interval === 1 ? 'Jeden Tag' : `Alle ${interval} Tage`),
    weeks: (interval, days) => {
      if (interval === 1) return `Jede${days ? 'n' : ''} ${days || 'Woche'}`;
      return days ? `Alle ${interval} Wochen am ${days}` : `Alle ${interval} Wochen`;
    },
    months: (interval, day) =>
      interval === 1 ? `Jeden Monat am ${day}` : `Alle ${interval} Monate am ${day}`,
    years: (interval) => (interval === 1 ? 'Jedes Jahr' : `Alle ${interval} Jahre`),
    monthDay: (day) => `${day}.`,
    nthDay: (position, day) => `${position} ${day}`,
    positions: new Map([
      [1, 'ersten'],
      [2, 'zweiten'],
      [3, 'dritten'],
      [4, 'vierten'],
      [-1, 'letzten'],
    ]),
    next: 'Weitere Termine:',
    join: 'Ich komme jedes Mal',
    leave: 'Ich komme nicht mehr jedes Mal',
  },
  announcements: { heading: 'Nachrichten der Veranstalter' },
  form: {
    heading: 'Kommst du?',
    explanation: 'Antworte mit deiner Telefonnummer. Du bekommst einen Code per SMS, ganz ohne Passwort.',
    phone: 'Telefonnummer',
    country: 'Land der Nummer',
    phoneHint: 'Wie sie dort geschrieben wird, oder mit Ländervorwahl, etwa +49\u00a0170\u00a01234567',
    choice: 'Deine Antwort',
    sendCode: 'Code schicken',
    codeHeading: 'Code eingeben',
    codeSent: (phone, minutes) => `Wir haben einen Code an ${phone} geschickt. Er gilt ${minutes} Minuten.`,
    code: 'Code aus der SMS',
    codeHint: (digits) => `${digits} Ziffern`,
    going: 'Ich komme',
    interested: 'Ich bin interessiert',
    accept: 'Ja, ich komme',
    decline: 'Nein, ich kann nicht',
    resend: 'Code noch einmal schicken',
    otherPhone: 'Andere Nummer verwenden',
    stay: 'Auf diesem Gerät angemeldet bleiben',
    name: 'Dein Name',
    nameHint: 'Wer veranstaltet und andere Gäste sehen ihn. Du kannst ihn weglassen.',
    saveName: 'Namen speichern',
  },
  questions: {
    unusable: 'Bitte beantworte diese Frage.',
    required: '(erforderlich)',
    yes: 'Ja',
    no: 'Nein',
    heading: 'Deine Antworten',
    save: 'Antworten speichern',
    missing: 'Eine Antwort, die nötig ist, fehlt noch.',
  },
  late: {
    heading: 'Die Antwortfrist ist vorbei',
    explanation:
      'Neue Antworten nimmt der Veranstalter nicht mehr an. Wenn du zugesagt hast und doch nicht kannst, sag mit deiner Telefonnummer ab.',
  },
  seats: {
    heading: 'Deine Plätze',
    quantity: 'Plätze',
    hint: (most) => `Wenn du buchst: für dich und alle, die mitkommen, höchstens ${most}`,
    most: (most) => `Höchstens ${most}`,
    book: 'Plätze buchen',
    wait: 'Auf die Warteliste',
    without: 'Ich komme, ohne Platz',
    change: 'Meine Plätze ändern',
    none: 'Noch gehört dir kein Platz.',
    booked: (count) => (count === 1 ? '1 Platz gehört dir.' : `${count} Plätze gehören dir.`),
    waiting: (count, position) =>
      `Du wartest auf ${count === 1 ? '1 Platz' : `${count} Plätze`}. Deine Stelle in der Warteliste: ${position}.`,
    ticket: 'Zeig diesen Code am Eingang.',
    keep: 'Mach ein Bild davon. Er erscheint wieder, wenn du hier mit deiner Telefonnummer antwortest.',
    qr: 'Dein Code für den Einlass als QR-Code',
  },
  bring: {
    heading: 'Was Gäste mitbringen',
    left: (remaining, of) => (remaining === 0 ? 'nichts mehr übrig' : `noch ${remaining} von ${of}`),
    mine: (count) => `du bringst ${count} mit`,
    take: 'Ich bringe eins mit',
    giveBack: 'Eins weniger',
    more: (count) => (count === 1 ? 'und 1 weiteres' : `und ${count} weitere`),
    how: 'Sag zu; dann kannst du aussuchen, was du mitbringst.',
  },
  checkIn: {
    title: 'Einlass',
    link: 'Gäste einlassen',
    heading: 'Melde dich an, um Gäste einzulassen',
    explanation:
      'Für alle, die diese Veranstaltung verwalten. Du bekommst einen Code per SMS, ganz ohne Passwort.',
    send: 'Anmelden',
    ticket: 'Code des Gastes',
    ticketHint: 'Wie er unter dem QR-Code des Gastes steht',
    submit: 'Einlassen',
    scan: 'Mit der Kamera lesen',
    noCamera: 'Die Kamera lässt sich nicht verwenden',
    seats: (count) => (count === 1 ? '1 Platz' : `${count} Plätze`),
    first: 'Eingelassen. Willkommen!',
    again: (at) => `Wurde schon eingelassen: ${at}`,
    waits: 'Dieser Gast steht auf der Warteliste und hat keinen Platz.',
    unknown: 'Keine Buchung dieser Veranstaltung hat diesen Code.',
  },
  report: {
    link: 'Diese Veranstaltung melden',
    heading: 'Diese Veranstaltung melden',
    explanation:
      'Wir sehen uns jede Meldung an. Niemand erfährt, dass sie von dir kommt. Du bekommst einen Code per SMS.',
    choice: 'Was stimmt nicht?',
    reasons: {
      spam: 'Spam',
      fraud: 'Betrug oder Täuschung',
      hate: 'Hass',
      violence: 'Gewalt',
      sexual: 'Sexuelle Inhalte',
      danger: 'Gefährlich für alle, die kommen',
      other: 'Etwas anderes',
    },
    text: 'Was ist passiert? (freiwillig)',
    textHint: 'Höchstens 1.000 Zeichen',
    send: 'Meldung abschicken',
  },
  proof: {
    heading: 'Einen Moment',
    text: 'Gerade fragen viele neue Nummern nach Codes. Damit keine Roboter dabei sind, löst dein Browser erst ein kleines Rätsel.',
    working: 'Dein Browser rechnet. Das dauert ein paar Sekunden; dann wird der Code geschickt.',
    noScript:
      'Dafür wird JavaScript gebraucht. Schalte es für diese Seite ein und drück auf den Knopf, oder versuch es morgen wieder. Wer die eigene Nummer hier schon verwendet hat, wird nicht gefragt.',
    failed:
      'In diesem Browser hat das nicht geklappt. Drück auf den Knopf, um es noch einmal zu versuchen, oder nimm einen anderen Browser.',
  },
  faults: {
    phone:
      'Gib eine Telefonnummer ein und wähle ihr Land, oder beginne sie mit der Ländervorwahl, etwa +49\u00a0170\u00a01234567.',
    phoneCountry:
      'In dieses Land schicken wir keine SMS. Gib eine Nummer aus einem der Länder in der Liste ein.',
    phoneWithoutSms: 'Solche Nummern können keine SMS empfangen. Gib die Nummer eines Mobiltelefons ein.',
    code: 'Gib die Ziffern aus der SMS ein.',
    wrongCode:
      'Dieser Code ist falsch oder gilt nicht mehr. Nimm den aus der neuesten SMS oder lass dir einen neuen schicken.',
    answers: 'Bitte beantworte alle erforderlichen Fragen. Noch wurde nichts gesendet.',
    expired: 'Die Seite war lange offen. Es wurde nichts gesendet: Drück bitte noch einmal auf den Knopf.',
    repeated: 'Das Formular kam unvollständig an. Drück bitte noch einmal auf den Knopf.',
    status: 'Wähle eine der Antworten auf dieser Seite.',
    signInAgain: 'Du bist nicht mehr angemeldet. Antworte mit deiner Telefonnummer.',
    name: 'Gib einen Namen ohne Zeilenumbruch ein, höchstens 100 Zeichen lang.',
    seats: 'Gib ein, wie viele Plätze du möchtest: eine ganze Zahl, nicht mehr als eine Person buchen darf.',
    reason: 'Wähle aus, was nicht stimmt.',
  },
  outcomes: {
    going: { title: 'Du bist dabei', text: 'Wer veranstaltet, weiß jetzt, dass du kommst. Bis dann!' },
    interested: {
      title: 'Du bist interessiert',
      text: 'Wer veranstaltet, weiß Bescheid. Öffne diese Seite wieder, sobald du dich entschieden hast.',
    },
    declined: {
      title: 'Du hast abgesagt',
      text: 'Wer veranstaltet, sieht, dass du nicht kannst. Klappt es doch noch, öffne den Link noch einmal.',
    },
    withdrawn: {
      title: 'Du kommst nicht',
      text: 'Deine Antwort ist zurückgenommen, und deine Plätze auch, wenn du welche hattest. Du kannst jederzeit wieder antworten.',
    },
    series: {
      title: 'Du bist jedes Mal dabei',
      text: 'Wer veranstaltet, rechnet an allen Terminen mit dir, auch an späteren. Einen einzelnen sagst du auf seiner Seite ab.',
    },
    seriesEnd: {
      title: 'Du kommst nicht mehr jedes Mal',
      text: 'Deine Antworten zu allen kommenden Terminen sind zurückgenommen. Zu einem einzelnen kannst du trotzdem kommen.',
    },
    booked: {
      title: 'Deine Plätze sind gebucht',
      text: 'Wer veranstaltet, weiß jetzt, dass du kommst. Zeig am Eingang den Code, der unten steht.',
    },
    waitlisted: {
      title: 'Du stehst auf der Warteliste',
      text: 'Freie Plätze werden der Reihe nach vergeben. Öffne diese Seite wieder, um deinen Platz zu sehen.',
    },
    answers: {
      title: 'Deine Antworten sind gespeichert',
      text: 'Du kannst sie ändern, bis die Veranstaltung endet.',
    },
    full: {
      title: 'Nicht genug freie Plätze',
      text: 'Es wurde nichts geändert. Versuch es mit weniger Plätzen oder komm später wieder: Vielleicht werden welche frei.',
    },
    brings: {
      title: 'Danke, dass du etwas mitbringst',
      text: 'Die anderen Gäste sehen, dass es vergeben ist.',
    },
    leaves: { title: 'Du hast es zurückgenommen', text: 'Jetzt können andere es mitbringen.' },
    taken: {
      title: 'Da war jemand schneller',
      text: 'Das ist schon vergeben. Es wurde nichts geändert; vielleicht ist noch etwas anderes übrig.',
    },
    reported: {
      title: 'Danke für deine Meldung',
      text: 'Wir sehen sie uns an. Niemand erfährt, dass sie von dir kommt.',
    },
    admitted: { title: 'Einlass', text: '' },
    withSameNumber:
      'Melde dich in der App mit derselben Telefonnummer an, um deine Antwort zu sehen oder zu ändern.',
    back: 'Zurück zur Veranstaltung',
  },
  change: {
    heading: 'Kommt es anders?',
    withdraw: 'Ich kann nicht kommen',
    withSeats: '„Ich kann nicht kommen“ gibt auch deine Plätze zurück; der Code gilt dann nicht mehr.',
    withPlace: '„Ich kann nicht kommen“ nimmt dich auch von der Warteliste.',
    as: (name) => `Du antwortest als ${name}.`,
    signOut: 'Nicht du? Abmelden',
  },
  home: {
    title: 'Was läuft',
    search: 'Suchen',
    searchLabel: 'Was oder wo',
    searchHint: 'Berlin',
    near: 'In meiner Nähe',
    placeUnknown: 'Dein Ort ist unbekannt',
    everywhere: 'Überall',
    today: 'Heute',
    tomorrow: 'Morgen',
    online: 'Online',
    weekend: 'Am Wochenende',
    filters: 'Tage und Kategorien',
    nearTitle: 'Was in deiner Nähe läuft',
    found: (query) => `Was läuft zu „${query}“`,
    count: (total) => (total === 1 ? '1 Veranstaltung' : `${total.toLocaleString('de')} Veranstaltungen`),
    countElsewhere: (total) =>
      `Nichts in deiner Region. ${total === 1 ? '1 Veranstaltung' : `${total.toLocaleString('de')} Veranstaltungen`} anderswo`,
    countNear: (total: number) =>
      `${total.toLocaleString('de')} ${total === 1 ? 'Veranstaltung' : 'Veranstaltungen'} in deiner Region`,
    none: 'Nichts gefunden',
    noneText:
      'Keine kommende Veranstaltung passt dazu. Versuch es mit anderen Wörtern oder sieh dir alles an, was läuft.',
    empty: 'Noch ist nichts geplant. Schau bald wieder vorbei.',
    beyond: 'Spätere Veranstaltungen gibt es nicht.',
    previous: 'Frühere',
    next: 'Spätere',
    pages: 'Seiten',
    description: 'Kommende Veranstaltungen – und wie du zusagst.',
  },
  categories: {
    'Arts & culture': 'Kunst & Kultur',
    Business: 'Beruf',
    Community: 'Nachbarschaft',
    Education: 'Bildung',
    Family: 'Familie',
    Film: 'Film',
    'Food & drink': 'Essen & Trinken',
    Games: 'Spiele',
    'Health & wellness': 'Gesundheit',
    Music: 'Musik',
    Other: 'Sonstiges',
    Outdoors: 'Draußen',
    Sports: 'Sport',
    Technology: 'Technik',
  },
  signIn: {
    question: 'Bist du eingeladen?',
    heading: 'Melde dich an, um die Veranstaltung zu sehen',
    explanation:
      'Private Veranstaltungen sehen nur ihre Gäste. Melde dich mit deiner Handynummer an. Du bekommst einen Code per SMS, ganz ohne Passwort.',
    send: 'Anmelden',
  },
  myEvents: {
    title: 'Meine Veranstaltungen',
    heading: 'Melde dich an, um deine Veranstaltungen zu sehen',
    explanation:
      'Wozu du geantwortet hast, was du gebucht hast oder veranstaltest. Du bekommst einen Code per SMS, ein Passwort brauchst du nicht.',
    send: 'Anmelden',
    going: 'Du bist dabei',
    interested: 'Du bist interessiert',
    organizing: 'Du veranstaltest sie',
    none: 'Noch nichts: Du hast zu nichts geantwortet, was noch kommt.',
  },
  noticeSettings: {
    title: 'Was wir dir mitteilen',
    link: 'Mails und Erinnerungen wählen',
    heading: 'Melde dich an, um zu wählen',
    explanation: 'Für alle, die dabei sind. Du bekommst einen Code per SMS, ganz ohne Passwort.',
    send: 'Anmelden',
    email: 'Auch per E-Mail',
    emailHint: 'An die Adressen, an die du eingeladen wurdest: Änderungen, Absagen, Erinnerungen.',
    reminders: 'Erinnere mich an das, wo ich hingehe',
    before: (length) => `${length} vorher`,
    save: 'Speichern',
    saved: 'Gespeichert.',
    tooMany: (most) => `Wähle höchstens ${most} Erinnerungen. Noch ist nichts gespeichert.`,
  },
  unsubscribe: {
    question: (name) => `Keine Mails mehr von ${name}?`,
    explanation: 'Niemand kann dir dann noch eine Einladung an deine E-Mail-Adresse schicken lassen.',
    stop: 'Keine Mails mehr',
    stopped: 'Du bekommst keine Mails mehr',
    stoppedText: (name) => `${name} schickt nichts mehr an deine E-Mail-Adresse.`,
  },
  problems: {
    invalid_request: {
      title: 'Das hat nicht geklappt',
      text: 'Die Adresse oder das Formular ist nicht vollständig. Öffne den Link noch einmal und versuch es erneut.',
    },
    foreign_form: {
      title: 'Von einer anderen Website gesendet',
      text: 'Zu deiner Sicherheit zählt eine Antwort nur, wenn sie von dieser Website kommt. Öffne den Link der Veranstaltung selbst und antworte dort.',
    },
    event_not_found: {
      title: 'Veranstaltung nicht gefunden',
      text: 'Unter dieser Adresse gibt es keine öffentliche Veranstaltung. Prüfe, ob du den ganzen Link geöffnet hast, oder frag nach, wo du ihn herhast.',
    },
    invitation_not_found: {
      title: 'Einladung nicht gefunden',
      text: 'Dieser Link führt zu keiner Einladung. Prüfe, ob du den ganzen Link geöffnet hast, oder bitte um einen neuen.',
    },
    invitation_expired: {
      title: 'Einladung abgelaufen',
      text: 'Sie gilt nicht mehr: Ihre Zeit ist um, oder sie wurde zurückgezogen. Bitte um eine neue.',
    },
    invitation_not_yours: {
      title: 'Einladung für jemand anderen',
      text: 'Diese Einladung gehört zu einer anderen Telefonnummer. Hast du noch eine zweite, öffne den Link noch einmal und nimm diese.',
    },
    invitation_already_accepted: {
      title: 'Einladung schon verwendet',
      text: 'Jemand anderes hat diese Einladung angenommen. Bitte um eine eigene.',
    },
    event_cancelled: {
      title: 'Diese Veranstaltung wurde abgesagt',
      text: 'Sie findet nicht statt. Es gibt nichts mehr zu beantworten.',
    },
    event_postponed: {
      title: 'Diese Veranstaltung ist verschoben',
      text: 'Für einen neuen Termin kann man noch nicht antworten. Deine Antwort und deine Plätze bleiben, wie sie sind.',
    },
    rsvp_closed: {
      title: 'Die Antwortfrist ist vorbei',
      text: 'Neue Antworten werden nicht mehr angenommen. Was du vorher geantwortet hast, bleibt, wie es ist.',
    },
    not_found: {
      title: 'Seite nicht gefunden',
      text: 'Unter dieser Adresse gibt es nichts. Prüfe, ob du den ganzen Link geöffnet hast.',
    },
    method_not_allowed: {
      title: 'Öffne den Link noch einmal',
      text: 'Diese Seite erreichst du nur über ihr Formular. Öffne den Link der Veranstaltung noch einmal.',
    },
    payload_too_large: {
      title: 'Das hat nicht geklappt',
      text: 'Das Formular war zu lang. Öffne den Link noch einmal und versuch es erneut.',
    },
    unsupported_media_type: {
      title: 'Das hat nicht geklappt',
      text: 'Das Formular kam in einer unbekannten Form an. Öffne den Link noch einmal und versuch es erneut.',
    },
    rate_limited: {
      title: 'Zu viele Versuche',
      text: (seconds) =>
        `Zum Schutz aller Telefone ist die Zahl der Versuche begrenzt. Warte ${minutes(seconds)} und drück dann noch einmal auf den Knopf.`,
    },
    unavailable: {
      title: 'Bitte gleich noch einmal',
      text: (seconds) =>
        `Der Dienst kann gerade nicht antworten. Es geht nichts verloren: Warte ${minutes(seconds)} und drück dann noch einmal auf den Knopf.`,
    },
    internal_error: {
      title: 'Etwas ist schiefgegangen',
      text: 'Das liegt an uns. Versuch es bitte noch einmal; bleibt es so, sag beim Veranstalter Bescheid.',
    },
    not_going: {
      title: 'Sag zuerst zu',
      text: 'Nur wer kommt, sucht aus, was mitgebracht wird. Öffne die Seite der Veranstaltung noch einmal und antworte dort.',
    },
    event_over: {
      title: 'Diese Veranstaltung ist vorbei',
      text: 'Es gibt nichts mehr zu buchen oder mitzubringen.',
    },
    account_suspended: {
      title: 'Dieses Konto ist gesperrt',
      text: 'Mit dieser Telefonnummer kann hier nicht geantwortet werden. Wer diese Website betreibt, kann dir sagen, warum.',
    },
    forbidden: { title: 'Nicht möglich', text: 'Von dieser Telefonnummer wird keine Antwort angenommen.' },
    retry: 'Noch einmal versuchen',
  },
};
