/**
 * What a fault of a field and the `detail` of a limit say in German, by what they say in English; `{}` stands for what
 * differs. More particular phrases come first.
 */
export const germanPhrases: readonly (readonly [english: string, german: string])[] = [
  // What stands in for a field, and the names of types.
  ['The request', 'Die Anfrage'],
  ['a list', 'eine Liste'],
  ['true or false', 'wahr oder falsch'],
  ['a whole number', 'eine ganze Zahl'],
  ['a number', 'eine Zahl'],
  ['an object', 'ein Objekt'],
  ['a string', 'ein Text'],

  // Schemas.
  ['is required', 'fehlt'],
  ['is malformed', 'ist fehlerhaft'],
  ['must be one of the options', 'muss eine der Möglichkeiten sein'],
  ['must be one of {}', 'muss einer dieser Werte sein: {}'],
  ['must have at least {} character', 'muss mindestens {} Zeichen haben'],
  ['must have at least {} characters', 'muss mindestens {} Zeichen haben'],
  ['must have at most {} character', 'darf höchstens {} Zeichen haben'],
  ['must have at most {} characters', 'darf höchstens {} Zeichen haben'],
  ['must have at least {} item', 'muss mindestens {} Eintrag haben'],
  ['must have at least {} items', 'muss mindestens {} Einträge haben'],
  ['must have at most {} item', 'darf höchstens {} Eintrag haben'],
  ['must have at most {} items', 'darf höchstens {} Einträge haben'],
  ['must be >= {}', 'muss mindestens {} sein'],
  ['must be <= {}', 'darf höchstens {} sein'],
  ['must be > {}', 'muss größer als {} sein'],
  ['must be < {}', 'muss kleiner als {} sein'],
  ['must match pattern {}', 'muss dem Muster {} entsprechen'],
  ['must be 1 to {} slugs, separated by commas', 'müssen 1 bis {} Kürzel sein, durch Kommas getrennt'],
  ['must be 1 to {} tags, separated by commas', 'müssen 1 bis {} Schlagwörter sein, durch Kommas getrennt'],
  [
    'must be one or more of {}, separated by commas',
    'muss einer oder mehrere dieser Werte sein, durch Kommas getrennt: {}',
  ],
  [
    'must be of letters a to z, digits and hyphens, the first one no hyphen',
    'darf nur Buchstaben von a bis z, Ziffern und Bindestriche haben, am Anfang keinen Bindestrich',
  ],
  [
    'must have keys of letters a to z, digits and underscores, the first one a letter, at most {} of them',
    'darf nur Schlüssel aus Buchstaben von a bis z, Ziffern und Unterstrichen haben, am Anfang einen Buchstaben, höchstens {} davon',
  ],
  ['must be a time of day, such as {}', 'muss eine Uhrzeit sein, etwa {}'],
  ['must be equal to constant', 'muss ein fester Wert sein'],
  ['must not have fewer than {} properties', 'muss mindestens {} Felder haben'],
  ['must not have more than {} properties', 'darf höchstens {} Felder haben'],
  ['must match a schema in anyOf', 'muss einer der beschriebenen Formen entsprechen'],
  ['must match exactly one schema in oneOf', 'muss genau einer der beschriebenen Formen entsprechen'],
  [
    'must be a date and time with its offset (RFC 3339), such as {}',
    'muss Datum und Uhrzeit mit ihrem Abstand von UTC sein (RFC 3339), etwa {}',
  ],
  [
    'must be a date, such as {}, or a date and time with its offset (RFC 3339)',
    'muss ein Datum sein, etwa {}, oder Datum und Uhrzeit mit ihrem Abstand von UTC (RFC 3339)',
  ],
  [
    'must be one string of 1 to {} ASCII characters in quotes',
    'muss ein Text von 1 bis {} ASCII-Zeichen in Anführungszeichen sein',
  ],

  // The request as a whole.
  ['is not HTTP', 'ist kein HTTP'],
  ['has a URL that is not valid UTF-8', 'hat eine Adresse, die kein gültiges UTF-8 ist'],
  ['has a query string that is not valid UTF-8', 'hat Parameter, die kein gültiges UTF-8 sind'],
  ['has a body that is not valid UTF-8', 'hat einen Inhalt, der kein gültiges UTF-8 ist'],
  ['has a body that is not valid JSON', 'hat einen Inhalt, der kein gültiges JSON ist'],
  [
    'has a body that is not as long as its Content-Length says',
    'hat einen Inhalt, der nicht so lang ist, wie Content-Length sagt',
  ],
  ['must have one Host header', 'muss genau eine Kopfzeile Host haben'],
  ['must be given once', 'darf nur einmal vorkommen'],
  ['is no parameter here; {} is', 'ist hier kein Parameter, {} ist einer'],
  ['lacks an argument, or has one of another type', 'hat ein Argument zu wenig oder eines mit falschem Typ'],

  // Texts.
  ['must not contain NUL characters', 'darf keine NUL-Zeichen enthalten'],
  ['must be well-formed Unicode without NUL characters', 'muss gültiges Unicode ohne NUL-Zeichen sein'],
  ['must be well-formed Unicode', 'muss gültiges Unicode sein'],
  [
    'must not contain control characters other than line feed and tab',
    'darf außer Zeilenumbruch und Tabulator keine Steuerzeichen enthalten',
  ],
  [
    'must be one line without control characters or line breaks',
    'muss eine Zeile ohne Steuerzeichen und Zeilenumbrüche sein',
  ],
  [
    'must not contain bidirectional embeddings, overrides or isolates',
    'darf keine Zeichen enthalten, die die Schreibrichtung umkehren',
  ],
  [
    'must not contain more than {} combining marks in a row',
    'darf nicht mehr als {} kombinierende Zeichen hintereinander enthalten',
  ],
  ['must not be blank', 'darf nicht leer sein'],
  ['must have at least one visible character', 'muss mindestens ein sichtbares Zeichen haben'],
  ['must be 1 to {} characters', 'muss 1 bis {} Zeichen haben'],
  ['must be at most {} characters', 'darf höchstens {} Zeichen haben'],
  ['must be a text', 'muss ein Text sein'],
  [
    'must be {} URL (RFC 3986) without user name and password, of at most {} characters',
    'muss eine Adresse (RFC 3986, {}) ohne Benutzernamen und Passwort sein, mit höchstens {} Zeichen',
  ],
  ['an https', 'https'],
  ['an http or https', 'http oder https'],
  [
    'must be lower-case words joined by hyphens, at most {} characters',
    'muss aus kleingeschriebenen Wörtern mit Bindestrichen bestehen, höchstens {} Zeichen',
  ],

  // People and sign-in.
  ['must be {} digits', 'muss aus {} Ziffern bestehen'],
  ['must be a phone number in E.164 form', 'muss eine Telefonnummer in der Form von E.164 sein'],
  [
    'must be a number of a country that this service sends SMS to',
    'muss eine Nummer aus einem Land sein, in das dieser Dienst SMS schickt',
  ],
  ['must be a number that can receive SMS', 'muss eine Nummer sein, die SMS empfangen kann'],
  [
    'must be {} to {} letters a-z, digits, dots, hyphens or underscores, with a letter or digit at both ends',
    'muss aus {} bis {} Buchstaben a-z, Ziffern, Punkten, Binde- oder Unterstrichen bestehen, mit Buchstabe oder Ziffer an beiden Enden',
  ],
  [
    'must be a language tag (BCP 47) of at most {} characters',
    'muss ein Sprachkürzel (BCP 47) mit höchstens {} Zeichen sein',
  ],
  ['must be a UUID', 'muss eine UUID sein'],
  ['must be 1 to {} visible characters of ASCII', 'muss aus 1 bis {} sichtbaren ASCII-Zeichen bestehen'],
  ['must be the push subscription as an object', 'muss die Push-Subscription als Objekt sein'],
  [
    'must be a public key of P-256 in base64url',
    'muss ein öffentlicher Schlüssel von P-256 in base64url sein',
  ],
  ['must be {} bytes in base64url', 'muss aus {} Bytes in base64url bestehen'],
  ['must be an e-mail address', 'muss eine E-Mail-Adresse sein'],
  ['must have ASCII alone before its @', 'darf vor dem @ nur ASCII-Zeichen haben'],
  ['must not be your own id', 'darf nicht die eigene Id sein'],
  ['would exceed {} blocked users', 'wären mehr als {} blockierte Personen'],
  ['must have either phone or id', 'muss entweder phone oder id haben'],
  ['must have either eventId or userId', 'muss entweder eventId oder userId haben'],
  ['must not take down a user', 'darf keine Person herunternehmen'],
  ['must hold 1 to {} ids', 'muss 1 bis {} Ids enthalten'],
  ['would exceed {} members', 'wären mehr als {} Mitglieder'],
  ['must have at most {} keys', 'darf höchstens {} Schlüssel haben'],
  [
    'must have keys of at most {} letters a-z, digits and underscores that begin with a letter',
    'muss Schlüssel aus höchstens {} Buchstaben a-z, Ziffern und Unterstrichen haben, die mit einem Buchstaben beginnen',
  ],
  [
    'must take at most {} bytes of UTF-8, keys and values together',
    'darf mit Schlüsseln und Werten höchstens {} Bytes UTF-8 umfassen',
  ],

  // Lists.
  [
    'must be a whole number from 1 to the event’s maxPerBooking, at most {}',
    'muss eine ganze Zahl von 1 bis maxPerBooking der Veranstaltung sein, höchstens {}',
  ],
  ['must be a whole number from {} to {}', 'muss eine ganze Zahl von {} bis {} sein'],
  ['must not be after dateTo', 'darf nicht nach dateTo liegen'],
  ['must be time or distance', 'muss time oder distance sein'],
  ['needs lat and lng to be distance', 'braucht für distance lat und lng'],
  ['must be at most {} where sort is distance', 'darf bei sort=distance höchstens {} sein'],
  ['must be 1 to {} tags', 'muss 1 bis {} Schlagwörter haben'],
  ['must be 1 to {} slugs', 'muss 1 bis {} Kürzel haben'],
  ['must be one or more of {}', 'muss einen oder mehrere dieser Werte haben: {}'],
  ['needs lat and lng', 'braucht lat und lng'],
  ['is needed: lat and lng go together', 'fehlt: lat und lng gehören zusammen'],
  ['must be a number above 0, at most {}', 'muss eine Zahl über 0 und höchstens {} sein'],
  [
    'must be a number from {} to {} with at most {} decimals',
    'muss eine Zahl von {} bis {} mit höchstens {} Nachkommastellen sein',
  ],
  ['must be a number from {} to {}', 'muss eine Zahl von {} bis {} sein'],

  // Events.
  ['is needed unless attendance is online', 'wird gebraucht, außer bei attendance=online'],
  [
    'must be given: an online event has no place',
    'muss angegeben sein: Eine Veranstaltung im Netz hat keinen Ort',
  ],
  ['must be at most {} hours ago', 'darf höchstens {} Stunden zurückliegen'],
  ['must be at most {} days after startAt', 'darf höchstens {} Tage nach startAt liegen'],
  ['must be at most 92 days', 'darf höchstens 92 Tage sein'],
  ['must be after startAt', 'muss nach startAt liegen'],
  ['must be 00:00: isAllDay is true', 'muss 00:00 sein: isAllDay ist wahr'],
  ['must be of whole days: isAllDay is true', 'muss aus ganzen Tagen bestehen: isAllDay ist wahr'],
  ['must be a midnight in {}: isAllDay is true', 'muss Mitternacht in {} sein: isAllDay ist wahr'],
  ['must be an instant from {} to {}', 'muss ein Zeitpunkt von {} bis {} sein'],
  [
    'must be null or an instant that is not after endAt',
    'muss null oder ein Zeitpunkt sein, der nicht nach endAt liegt',
  ],
  [
    'must be null or the IANA name of a time zone, such as {}',
    'muss null oder der IANA-Name einer Zeitzone sein, etwa {}',
  ],
  ['must be null or a whole number from {} to {}', 'muss null oder eine ganze Zahl von {} bis {} sein'],
  ['must be true with a price above 0', 'muss bei einem Preis über 0 wahr sein'],
  [
    'must be at most {} tags of at most {} letters a-z, digits and hyphens that begin with no hyphen',
    'darf höchstens {} Schlagwörter aus höchstens {} Buchstaben a-z, Ziffern und Bindestrichen haben, die nicht mit einem Bindestrich beginnen',
  ],
  [
    'must be at most {} different names of at most {} letters and digits that begin with a small letter',
    'darf höchstens {} verschiedene Namen aus höchstens {} Buchstaben und Ziffern haben, die mit einem Kleinbuchstaben beginnen',
  ],
  ['must be the slug of a known category', 'muss das Kürzel einer bekannten Kategorie sein'],
  ['must be the slug of another category', 'muss das Kürzel einer anderen Kategorie sein'],
  ['must be the slug of a category, once', 'muss das Kürzel einer Kategorie sein, nur einmal'],
  ['must not be below the {} booked seats', 'darf nicht unter den {} gebuchten Plätzen liegen'],
  ['must be null or one of {}', 'muss null oder einer dieser Werte sein: {}'],

  // Series.
  ['must be the first date of the rule', 'muss der erste Termin der Regel sein'],
  ['must have a date at or after from', 'muss einen Termin ab from haben'],
  [
    'must not be after {}: later dates are not made',
    'darf nicht nach {} liegen: Spätere Termine gibt es noch nicht',
  ],
  ['must be a local time such as 19:30', 'muss eine Ortszeit sein, etwa 19:30'],
  ['must be a whole number of minutes above 0', 'muss eine ganze Zahl von Minuten über 0 sein'],
  ['must be a rule of RFC 5545', 'muss eine Regel nach RFC 5545 sein'],
  [
    'must be an RRULE value of RFC 5545: FREQ of DAILY, WEEKLY, MONTHLY or YEARLY with INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS, COUNT or UNTIL, WKST',
    'muss ein RRULE-Wert nach RFC 5545 sein: FREQ mit DAILY, WEEKLY, MONTHLY oder YEARLY, dazu INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS, COUNT oder UNTIL, WKST',
  ],
  ['must not postpone a series', 'darf keine Reihe verschieben'],

  // Questions and answers.
  ['are for the kinds choice and choices alone', 'gibt es nur bei den Arten choice und choices'],
  ['must be {} to {} different texts', 'muss {} bis {} verschiedene Texte haben'],
  ['must have different ids', 'muss verschiedene Ids haben'],
  [
    'must be the id of a question of one of the events',
    'muss die Id einer Frage einer der Veranstaltungen sein',
  ],
  ['must be the id of a question of the event', 'muss die Id einer Frage der Veranstaltung sein'],
  ['must be different ones of the options', 'muss aus verschiedenen der Möglichkeiten bestehen'],
  ['must be answered', 'muss beantwortet werden'],

  // Invitations, announcements, notices, webhooks.
  ['is too late: the event has ended', 'kommt zu spät: Die Veranstaltung ist vorbei'],
  [
    'must name at least one circle, user or e-mail address',
    'muss mindestens einen Kreis, eine Person oder eine E-Mail-Adresse nennen',
  ],
  [
    'must hold, with userIds, at most {} people in all',
    'darf mit userIds zusammen höchstens {} Personen enthalten',
  ],
  ['must hold at most {} entries', 'darf höchstens {} Einträge enthalten'],
  ['must name one or more of {}', 'muss mindestens einen dieser Werte nennen: {}'],
  ['must name at least one type', 'muss mindestens eine Art nennen'],
  ['must be a type of webhooks', 'muss eine Art von Webhook-Nachrichten sein'],
  ['must be whole minutes from PT5M to P30D', 'muss aus ganzen Minuten von PT5M bis P30D bestehen'],
  ['must not stand beside coverUrl', 'darf nicht neben coverUrl stehen'],
  ['must be the id of a picture of the caller', 'muss die Id eines eigenen Bildes sein'],
  ['must be the cursor of a page, its meta.next', 'muss der Cursor einer Seite sein, ihr meta.next'],
  ['must be 1, or absent, with after', 'muss mit after 1 sein oder fehlen'],
  [
    'must be a cursor of this list: other filters have others',
    'muss ein Cursor dieser Liste sein: Andere Filter haben andere',
  ],
  ['is no longer good: begin again without it', 'gilt nicht mehr: Beginne ohne neu'],
  ['must be at most {}', 'darf höchstens {} sein'],
  ['must be {}', 'muss {} sein'],
  ['{} or null', '{} oder null'],

  // Limits.
  ['Too many codes were sent to this phone.', 'An diese Nummer wurden zu viele Codes geschickt.'],
  [
    'No more codes can be sent to numbers like this one today.',
    'An Nummern wie diese können heute keine Codes mehr geschickt werden.',
  ],
  [
    'More than {} sign-ins were started from this address within {} minutes.',
    'Mehr als {} Anmeldungen wurden von dieser Adresse in {} Minuten begonnen.',
  ],
  [
    'More than {} calls came from this address within a minute.',
    'Von dieser Adresse kamen in einer Minute mehr als {} Aufrufe.',
  ],
  ['More than {} circles of one account.', 'Mehr als {} Kreise eines Kontos.'],
  [
    'More than {} mails of a new account within 24 hours.',
    'Mehr als {} E-Mails eines neuen Kontos in 24 Stunden.',
  ],
  ['More than {} mails of codes within 24 hours.', 'Mehr als {} E-Mails mit Codes in 24 Stunden.'],
  ['More than {} mails within 24 hours.', 'Mehr als {} E-Mails in 24 Stunden.'],
  [
    'More than {} announcements of one event within 24 hours.',
    'Mehr als {} Ankündigungen einer Veranstaltung in 24 Stunden.',
  ],
  ['More than {} by one account.', 'Mehr als {} durch ein Konto.'],
  ['{} events made within 24 hours', '{} neue Veranstaltungen in 24 Stunden'],
  ['{} changes of events within an hour', '{} Änderungen von Veranstaltungen in einer Stunde'],
  ['{} changes of series within an hour', '{} Änderungen von Reihen in einer Stunde'],
  ['{} RSVPs and saves within an hour', '{} Antworten und Merkzettel-Änderungen in einer Stunde'],
  ['{} answers to series within an hour', '{} Antworten auf Reihen in einer Stunde'],
  ['{} responses to invitations within an hour', '{} Antworten auf Einladungen in einer Stunde'],
  ['{} check-ins within an hour', '{} Einlässe in einer Stunde'],
  [
    '{} cleared RSVPs, saves and claims within an hour',
    '{} zurückgenommene Antworten, Merkzettel-Einträge und Mitbringsel in einer Stunde',
  ],
  ['{} new links and feed addresses within an hour', '{} neue Links und Kalenderadressen in einer Stunde'],
  ['{} changes of a profile within an hour', '{} Änderungen eines Profils in einer Stunde'],
  ['{} changes of blocks within an hour', '{} Änderungen von Blockierungen in einer Stunde'],
  ['{} changes of circles within an hour', '{} Änderungen von Kreisen in einer Stunde'],
  [
    '{} removals, revocations and resends within an hour',
    '{} Ausladungen, Rücknahmen und Wiederholungen in einer Stunde',
  ],
  ['{} calls that invite within an hour', '{} Aufrufe mit Einladungen in einer Stunde'],
  ['{} registrations of devices within an hour', '{} Anmeldungen von Geräten in einer Stunde'],
  ['{} marks of notices as read within an hour', '{} Vermerke gelesener Mitteilungen in einer Stunde'],
  [
    '{} changes of the settings of notices within an hour',
    '{} Änderungen der Einstellungen von Mitteilungen in einer Stunde',
  ],
  [
    '{} changes and tests of webhooks within an hour',
    '{} Änderungen und Proben von Webhooks in einer Stunde',
  ],
  ['{} circles made within 24 hours', '{} neue Kreise in 24 Stunden'],
  ['{} reports within 24 hours', '{} Meldungen in 24 Stunden'],
  ['{} exports within 24 hours', '{} Ausfuhren in 24 Stunden'],
  [
    'Too much was sent with idempotency keys in one day. Requests without a key still work.',
    'An einem Tag wurde zu viel mit Idempotenzschlüsseln geschickt. Anfragen ohne Schlüssel gehen weiter.',
  ],
  [
    'The user has {} other pending invitations from this organizer.',
    'Die Person hat {} andere offene Einladungen von dieser Veranstalterin oder diesem Veranstalter.',
  ],
  ['The invitation was sent again a moment ago.', 'Die Einladung wurde eben schon noch einmal geschickt.'],
  [
    'Too many requests of this client are being worked on.',
    'An zu vielen Anfragen dieses Clients wird gerade gearbeitet.',
  ],
  ['Too many requests of this client are in flight.', 'Zu viele Anfragen dieses Clients sind unterwegs.'],
  [
    'More than {} requests of this connection are in flight.',
    'Mehr als {} Anfragen dieser Verbindung sind unterwegs.',
  ],
  [
    'Earlier responses of this client are not read.',
    'Frühere Antworten an diesen Client werden nicht gelesen.',
  ],
  [
    'Too many long bodies of this client are being received.',
    'Zu viele lange Inhalte dieses Clients werden gerade empfangen.',
  ],
];
