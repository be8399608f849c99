const minutes = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? '1 hour' : `${hours} hours`;
};

/** By the last digit. */
const ordinals = ['th', 'st', 'nd', 'rd'];

/** Every text of the pages for guests in English; a translation is a file like this one. */
export const en = {
  layout: {
    language: 'English',
    home: 'What is on',
    about: 'For developers',
    contact: 'Contact',
    imprint: 'Imprint',
    privacy: 'Privacy',
    terms: 'Terms',
    account: 'Your account',
    signOut: 'Sign out',
  },
  facts: {
    when: 'When',
    where: 'Where',
    organizer: 'Organizer',
    price: 'Price',
    free: 'Free',
    unknownPrice: 'see the organizer',
    noDate: (planned: string) => `A new date is not known yet. It was to be ${planned}`,
    answerUntil: 'Answer until',
    online: 'Online',
    onlineLater: 'You get the link once you are going',
    map: 'Show on a map',
    calendar: 'Add to my calendar',
    going: (count: number) => (count === 1 ? '1 person is going' : `${count} people are going`),
    go: (count: number) => (count === 1 ? '1 person goes' : `${count} people go`),
    full: 'Full',
    interested: (count: number) => `${count} interested`,
    waiting: (count: number) => `${count} waiting`,
    seatsLeft: (count: number) =>
      count === 0 ? 'no seats left' : count === 1 ? '1 seat left' : `${count} seats left`,
    googleCalendar: 'Google Calendar',
    shareByMail: 'E-mail',
    shareByWhatsApp: 'WhatsApp',
    paid: 'Paid at the door or to the organizer.',
    calendarHeading: 'Calendar',
    share: 'Share',
    copy: 'Copy the link',
    copied: 'Copied',
    send: 'Send …',
    about: 'About this event',
    moreAt: (host: string) => `More at ${host}`,
  },
  invitation: {
    invited: 'You are invited',
    invitedBy: (name: string) => `${name} invites you`,
    validUntil: (until: string) => `The invitation is valid until ${until}.`,
    preview: (when: string, where: string) => `${when}, ${where}`,
  },
  event: {
    cancelled: 'This event was cancelled',
    cancelledText: 'It does not take place. You need not do anything.',
    reason: 'Why:',
    postponed: 'This event is postponed',
    ended: 'This event is over',
    others: (name: string) => (name ? `More from ${name}` : 'More from this host'),
  },
  series: {
    repeats: 'Repeats',
    days: (interval: number) => (interval === 1 ? 'Every day' : `Every ${interval} days`),
    /** Without days, every week. */
    weeks: (interval: number, days: string) => {
      if (interval === 1) return `Every ${days || 'week'}`;
      return days ? `Every ${interval} weeks on ${days}` : `Every ${interval} weeks`;
    },
    months: (interval: number, day: string) =>
      interval === 1 ? `Every month on ${day}` : `Every ${interval} months on ${day}`,
    years: (interval: number) => (interval === 1 ? 'Every year' : `Every ${interval} years`),
    monthDay: (day: number) => `the ${day}${ordinals[day % 10 > 3 || (day > 10 && day < 14) ? 0 : day % 10]}`,
    nthDay: (position: string, day: string) => `the ${position} ${day}`,
    positions: new Map([
      [1, 'first'],
      [2, 'second'],
      [3, 'third'],
      [4, 'fourth'],
      [-1, 'last'],
    ]),
    times: (count: number) => (count === 1 ? 'once' : `${count} times`),
    until: (date: string) => `until ${date}`,
    next: 'Other dates:',
    join: 'I’m going every time',
    leave: 'Don’t expect me every time any more',
  },
  announcements: { heading: 'Messages from the organizer' },
  form: {
    heading: 'Will you come?',
    explanation: 'Answer with your phone number. You get a code by SMS; no password is needed.',
    phone: 'Phone number',
    country: 'Country of the number',
    phoneHint: 'As you write it there, or with a country code, such as +49\u00a0170\u00a01234567',
    choice: 'Your answer',
    sendCode: 'Send me a code',
    codeHeading: 'Enter your code',
    codeSent: (phone: string, minutes: number) =>
      `We sent a code to ${phone}. It works for ${minutes} minutes.`,
    code: 'Code from the SMS',
    codeHint: (digits: number) => `${digits} digits`,
    going: 'I’m going',
    interested: 'I’m interested',
    accept: 'Yes, I’m coming',
    decline: 'No, I can’t come',
    resend: 'Send the code again',
    otherPhone: 'Use another number',
    stay: 'Stay signed in on this device',
    name: 'Your name',
    nameHint: 'The organizer and other guests see it. You can leave it out.',
    saveName: 'Save my name',
  },
  questions: {
    required: '(required)',
    unusable: 'Please answer this question.',
    yes: 'Yes',
    no: 'No',
    heading: 'Your answers',
    save: 'Save answers',
    missing: 'An answer that the organizer needs is missing.',
  },
  late: {
    heading: 'Answers are closed',
    explanation:
      'The organizer takes no new answers. If you said that you would come and can’t, say so with your phone number.',
  },
  undated: {
    heading: 'Answers wait for the new date',
    explanation:
      'What was answered and booked stays. If you said that you would come and can’t, say so with your phone number.',
  },
  seats: {
    heading: 'Your seats',
    quantity: 'Seats',
    hint: (most: number) => `If you book: for you and those who come with you, at most ${most}`,
    most: (most: number) => `At most ${most}`,
    book: 'Book seats',
    wait: 'Join the waitlist',
    without: 'I’m going, without a seat',
    change: 'Change my seats',
    none: 'No seat is yours yet.',
    booked: (count: number) => (count === 1 ? '1 seat is yours.' : `${count} seats are yours.`),
    waiting: (count: number, position: number) =>
      `You are on the waitlist, place ${position}, for ${count === 1 ? '1 seat' : `${count} seats`}.`,
    ticket: 'Show this code at the entrance.',
    keep: 'Take a picture of it. It is shown again when you answer here with your phone number.',
    qr: 'Your check-in code as a QR code',
  },
  bring: {
    heading: 'What guests bring',
    left: (remaining: number, of: number) =>
      remaining === 0 ? 'nothing left' : `${remaining} of ${of} left`,
    mine: (count: number) => `you bring ${count}`,
    take: 'I’ll bring one',
    giveBack: 'One less',
    more: (count: number) => (count === 1 ? 'and 1 more thing' : `and ${count} more things`),
    how: 'Say that you are coming; then you can choose what you bring.',
  },
  checkIn: {
    title: 'Check-in',
    link: 'Check guests in',
    manage: 'Manage the event',
    ticket: 'Code of the guest',
    ticketHint: 'As it stands under the guest’s QR code',
    submit: 'Check in',
    scan: 'Scan with the camera',
    noCamera: 'The camera cannot be used',
    seats: (count: number) => (count === 1 ? '1 seat' : `${count} seats`),
    counts: (seats: number, of: number) => `${seats} of ${of} ${of === 1 ? 'seat is' : 'seats are'} in.`,
    noName: 'A guest without a name',
    first: 'Checked in. Welcome!',
    again: (at: string) => `Was checked in before: ${at}`,
    waits: 'This guest is on the waitlist and has no seat.',
    unknown: 'No booking of this event has this code.',
  },
  report: {
    link: 'Report this event',
    heading: 'Report this event',
    explanation:
      'We look at every report. No guest and no organizer learns that it came from you. You get a code by SMS.',
    choice: 'What is wrong?',
    reasons: {
      spam: 'Spam',
      fraud: 'Fraud or deception',
      hate: 'Hate',
      violence: 'Violence',
      sexual: 'Sexual content',
      danger: 'Dangerous for those who come',
      other: 'Something else',
    },
    text: 'What happened? (optional)',
    textHint: 'At most 1,000 characters',
    send: 'Send the report',
  },
  proof: {
    heading: 'One moment',
    text: 'Many new phone numbers ask for codes right now. To keep robots out, your browser solves a small puzzle first.',
    working: 'Your browser is working. This takes a few seconds; then the code is sent.',
    noScript:
      'This needs JavaScript. Turn it on for this page and press the button, or try again tomorrow. Guests who have used their number here before are not asked.',
    failed: 'That did not work in this browser. Press the button to try again, or use another browser.',
  },
  faults: {
    phone:
      'Enter a phone number and choose its country, or begin it with the country code, such as +49\u00a0170\u00a01234567.',
    phoneCountry:
      'We send no SMS to numbers of this country. Enter a number of one of the countries in the list.',
    phoneWithoutSms: 'Numbers of this kind can’t receive SMS. Enter the number of a mobile phone.',
    code: 'Enter the digits from the SMS.',
    wrongCode: 'This code is wrong or no longer valid. Check the newest SMS, or have a code sent again.',
    answers: 'Please answer all required questions. Nothing was sent yet.',
    expired: 'The page was open for a long time. Nothing was sent: please press the button once more.',
    repeated: 'The form arrived incomplete. Please press the button once more.',
    status: 'Choose one of the answers on this page.',
    signInAgain: 'You are not signed in any more. Answer with your phone number.',
    name: 'Enter a name without line breaks, at most 100 characters long.',
    seats: 'Enter how many seats you want: a whole number within what one person may book.',
    reason: 'Choose what is wrong.',
  },
  outcomes: {
    going: { title: 'You are going', text: 'The organizer knows that you are coming. See you there!' },
    interested: {
      title: 'You are interested',
      text: 'The organizer knows. Open this page again once you have decided.',
    },
    declined: {
      title: 'You declined',
      text: 'The organizer sees that you cannot come. If your plans change, open the link again.',
    },
    withdrawn: {
      title: 'You are not coming',
      text: 'Your answer is taken back, and so are your seats if you had any. You can answer again at any time.',
    },
    series: {
      title: 'You are going every time',
      text: 'The organizer expects you on all dates, also those added later. Take one back on its own page.',
    },
    seriesEnd: {
      title: 'You are no longer going every time',
      text: 'Your answers to all dates to come were taken back. You can still come to one of them.',
    },
    booked: {
      title: 'Your seats are booked',
      text: 'The organizer knows that you are coming. Show the code below at the entrance.',
    },
    waitlisted: {
      title: 'You are on the waitlist',
      text: 'Seats that become free are given out in order. Open this page again to see your place.',
    },
    answers: {
      title: 'Your answers are saved',
      text: 'You can change them until the event ends.',
    },
    full: {
      title: 'Not enough free seats',
      text: 'Nothing was changed. Try fewer seats, or come back later: some may become free.',
    },
    brings: { title: 'Thank you for bringing something', text: 'The other guests see that it is taken.' },
    leaves: { title: 'You took it back', text: 'Another guest can bring it now.' },
    taken: {
      title: 'Another guest was faster',
      text: 'That is taken already. Nothing was changed; perhaps something else is left.',
    },
    reported: {
      title: 'Thank you for your report',
      text: 'We look at it. No guest and no organizer learns that it came from you.',
    },
    admitted: { title: 'Check-in', text: '' },
    withSameNumber: 'In the app, sign in with the same phone number to see or change your answer.',
    back: 'Back to the event',
  },
  change: {
    heading: 'Plans changed?',
    withdraw: 'I can’t make it',
    withSeats: '“I can’t make it” also gives your seats back, and the code is void.',
    withPlace: '“I can’t make it” also takes you off the waitlist.',
    as: (name: string) => `You answer as ${name}.`,
  },
  home: {
    host: 'Hold an event of your own',
    title: 'What is on',
    search: 'Search',
    searchLabel: 'What or where',
    searchHint: 'Brass',
    near: 'Near me',
    placeUnknown: 'Your place is unknown',
    everywhere: 'Everywhere',
    today: 'Today',
    tomorrow: 'Tomorrow',
    online: 'Online',
    weekend: 'This weekend',
    filters: 'Days and categories',
    free: 'Free',
    laterDates: (count: number) => (count === 1 ? 'and 1 more date' : `and ${count} more dates`),
    around: (name: string) => `Around ${name}`,
    yourRegion: 'Your region',
    nearYou: 'Near you',
    change: 'Change place or day',
    region: 'Where',
    day: 'Day',
    show: 'Show',
    all: 'Show everything that is on',
    nearTitle: 'What is on near you',
    found: (query: string) => `What is on for “${query}”`,
    count: (total: number) => (total === 1 ? '1 event' : `${total.toLocaleString('en')} events`),
    countElsewhere: (total: number) =>
      `Nothing in your region. ${total === 1 ? '1 event' : `${total.toLocaleString('en')} events`} elsewhere`,
    none: 'Nothing found',
    noneText: 'No upcoming event matches. Try other words, another day or another place.',
    empty: 'Nothing is planned yet. Come back soon.',
    beyond: 'There are no later events.',
    previous: 'Earlier events',
    next: 'Later events',
    pages: 'Pages',
    description: 'Upcoming events, and a way to say that you are coming.',
  },
  /** The names that the service gives its categories, in this language; what an operator calls one stays. */
  categories: {} as Readonly<Record<string, string>>,
  signIn: {
    question: 'Were you invited?',
    heading: 'Sign in to see the event',
    explanation:
      'Private events are shown to their guests. Sign in with your phone number. You get a code by SMS; no password is needed.',
    send: 'Sign in',
  },
  enter: {
    heading: 'With your phone number',
    explanation:
      'You get a code by SMS; no password is needed. Whoever is new here has an account afterwards.',
    send: 'Sign in',
  },
  myEvents: {
    title: 'My events',
    going: 'You are going',
    interested: 'You are interested',
    organizing: 'You organize it',
    none: 'Nothing yet: you have answered to nothing that is still to come.',
  },
  noticeSettings: {
    title: 'What we tell you',
    link: 'Choose your mails and reminders',
    heading: 'Sign in to choose',
    explanation: 'For everybody who takes part. You get a code by SMS; no password is needed.',
    send: 'Sign in',
    email: 'Tell me by e-mail as well',
    emailHint: 'At your address, else at those that you were invited at: changes, cancellations, reminders.',
    reminders: 'Remind me of what I go to',
    before: (length: string) => `${length} before`,
    save: 'Save',
    saved: 'Saved.',
    tooMany: (most: number) => `Choose at most ${most} reminders. Nothing was saved yet.`,
  },
  email: {
    offer: 'Hear about changes by e-mail',
    mailsTo: (email: string) => `Mails go to ${email}.`,
    none: 'With an address you hear of changes by e-mail.',
    remove: 'Remove the address',
    label: 'E-mail address',
    send: 'Send me a code by e-mail',
    code: 'Code from the mail',
    codeSent: (email: string, minutes: number) =>
      `We sent a code to ${email}. It works for ${minutes} minutes.`,
    check: 'Confirm my address',
    back: 'Back',
    faults: {
      address: 'This is not an e-mail address.',
      wrongCode: 'This code is not right, or no longer works.',
      expired: 'The form is too old. Please send it again.',
      signInAgain: 'We do not know you any more. Go back and sign in again.',
    },
    question: (email: string) => `Get mails to ${email}?`,
    explanation: (app: string) =>
      `Somebody asked for it with an account at ${app}. Confirm it only if that was you: the account’s mails then come to this address, and no other account has it.`,
    confirm: 'Yes, that is my address',
    proven: 'Your address is confirmed',
    provenText: (email: string) => `You hear about changes at ${email}.`,
  },
  about: {
    what: (currency: string) =>
      `An API to discover events, answer them and invite people. Prices are in ${currency}.`,
    reference: 'API reference',
    referenceText: 'Every endpoint, with a form to try it.',
    openApi: 'OpenAPI document',
    openApiText: 'The same for programs and code generators.',
    problems: 'Problems',
    problemsText: 'What each error code means.',
    events: 'Upcoming events',
    eventsText: 'As JSON, without signing in.',
    health: 'Health',
    healthText: 'Whether the service can answer.',
    problemsIntroduction:
      'Every error response of this service is a problem document (RFC 9457) with one of these codes.',
    status: (status: number) => `status ${status}`,
    allProblems: 'All problems',
  },
  unsubscribe: {
    question: (name: string) => `No more mail from ${name}?`,
    explanation: 'No invitation can be sent to your e-mail address any more.',
    stop: 'Stop all mail',
    stopped: 'You get no more mail',
    stoppedText: (name: string) => `${name} sends nothing to your e-mail address any more.`,
  },
  problems: {
    invalid_request: {
      title: 'This did not work',
      text: 'The address or the form is not complete. Open the link again and try once more.',
    },
    foreign_form: {
      title: 'Sent from another website',
      text: 'For your safety an answer counts only when it comes from this website. Open the link of the event yourself and answer there.',
    },
    event_not_found: {
      title: 'Event not found',
      text: 'There is no public event at this address. Check that you opened the whole link, or ask the person who sent it to you.',
    },
    invitation_not_found: {
      title: 'Invitation not found',
      text: 'This link does not lead to an invitation. Check that you opened the whole link, or ask the organizer for a new one.',
    },
    invitation_expired: {
      title: 'Invitation expired',
      text: 'It is no longer valid: its time is over, or the organizer took it back. Ask the organizer for a new one.',
    },
    invitation_not_yours: {
      title: 'Invitation for another person',
      text: 'This invitation belongs to another phone number. If you have a second one, open the link again and use that.',
    },
    invitation_already_accepted: {
      title: 'Invitation already used',
      text: 'Another person accepted this invitation. Ask the organizer for one of your own.',
    },
    event_cancelled: {
      title: 'This event was cancelled',
      text: 'It does not take place, so there is nothing to answer.',
    },
    event_postponed: {
      title: 'This event is postponed',
      text: 'There is no date to answer for yet. What you answered or booked stays as it is.',
    },
    rsvp_closed: {
      title: 'Answers are closed',
      text: 'The organizer takes no new answers. What you answered before stays as it is.',
    },
    not_found: {
      title: 'Page not found',
      text: 'There is nothing at this address. Check that you opened the whole link.',
    },
    method_not_allowed: {
      title: 'Open the link again',
      text: 'This page can only be reached with its form. Open the link of the event again.',
    },
    payload_too_large: {
      title: 'This did not work',
      text: 'The form was too long. Open the link again and try once more.',
    },
    unsupported_media_type: {
      title: 'This did not work',
      text: 'The form arrived in a form that is not understood. Open the link again and try once more.',
    },
    rate_limited: {
      title: 'Too many tries',
      text: (seconds: number) =>
        `To protect everybody’s phone, tries are limited. Wait ${minutes(seconds)}, then press the button again.`,
    },
    unavailable: {
      title: 'Please try again in a moment',
      text: (seconds: number) =>
        `The service cannot answer right now. Nothing is lost: wait ${minutes(seconds)}, then press the button again.`,
    },
    internal_error: {
      title: 'Something went wrong',
      text: 'That is our fault. Please try again; if it stays so, tell the organizer.',
    },
    not_going: {
      title: 'Say first that you are coming',
      text: 'Only guests who are coming choose what they bring. Open the page of the event again and answer there.',
    },
    event_over: {
      title: 'This event is over',
      text: 'There is nothing left to book or to bring.',
    },
    account_suspended: {
      title: 'This account is suspended',
      text: 'With this phone number nothing can be answered here. The operator of this website can tell you why.',
    },
    forbidden: {
      title: 'Not possible',
      text: 'The organizer does not take an answer from this phone number.',
    },
    retry: 'Try again',
  },
};

export type Texts = typeof en;
