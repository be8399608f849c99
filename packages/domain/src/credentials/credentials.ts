import type { Domain } from '../create-domain.ts';

/** What may end a credential: acts on its session, and on the account in whose name it opens something. */
export const credentialEvents = ['signOut', 'endOthers', 'suspend', 'erase'] as const;

export type CredentialEvent = (typeof credentialEvents)[number];

/** What an event does to a credential: `sleeps` lasts until the suspension is lifted, `ends` for good. */
export type Fate = 'stays' | 'sleeps' | 'ends';

/** Something that opens what is a person's, for whoever holds it. */
export interface Credential extends Readonly<Record<CredentialEvent, Fate>> {
  readonly title: string;
  readonly opens: string;
  /** What ends it besides the events. */
  readonly lasts: string;
  /** The use cases that take it. Routes have them from `openedBy`, which asks for the name of the entry. */
  readonly readBy: readonly (keyof Domain)[];
}

/**
 * Every credential. `signOut` is that of the session that it belongs to or was asked for with; `endOthers` comes from another
 * session. A change of the phone number, which no use case makes, is to do what `endOthers` does, and to end the codes and
 * devices of the old number.
 */
export const credentials = {
  code: {
    title: 'Code of an SMS',
    opens: 'A session of the account of its phone; makes the account where there is none',
    lasts: 'Works once, for 5 minutes',
    signOut: 'stays',
    endOthers: 'stays',
    suspend: 'sleeps',
    erase: 'stays',
    readBy: ['checkCode'],
  },
  accessToken: {
    title: 'Access token',
    opens: 'The API',
    lasts: '15 minutes, and as long as its session',
    signOut: 'ends',
    endOthers: 'ends',
    suspend: 'ends',
    erase: 'ends',
    readBy: ['authenticate'],
  },
  refreshToken: {
    title: 'Refresh token',
    opens: 'A new pair of tokens',
    lasts: 'Works once, for 30 days, at most 180 days from the code on',
    signOut: 'ends',
    endOthers: 'ends',
    suspend: 'ends',
    erase: 'ends',
    readBy: ['refreshSession'],
  },
  sessionToken: {
    title: 'Token of a session, at its sign-out',
    opens: 'The end of that session, ended or not',
    lasts: 'As access token for 15 minutes',
    signOut: 'stays',
    endOthers: 'stays',
    suspend: 'stays',
    erase: 'stays',
    readBy: [],
  },
  knownDevice: {
    title: 'Refresh token of any age, as `device`',
    opens: 'Budgets of SMS and guesses that strangers cannot spend, of the phone that it was given out for',
    lasts: 'As long as the session is kept',
    signOut: 'stays',
    endOthers: 'stays',
    suspend: 'stays',
    erase: 'ends',
    readBy: [],
  },
  pageCookie: {
    title: 'Cookie of pages',
    opens: 'Pages and their forms',
    lasts: '30 days from its last use, at most 180 days from the code on',
    signOut: 'ends',
    endOthers: 'ends',
    suspend: 'ends',
    erase: 'ends',
    readBy: ['readSession', 'refreshSession'],
  },
  formReceipt: {
    title: 'Receipt in the form of a page',
    opens: 'The forms of that page',
    lasts: '30 minutes from the code on, and as long as its session',
    signOut: 'ends',
    endOthers: 'ends',
    suspend: 'ends',
    erase: 'ends',
    readBy: ['readReceipt'],
  },
  feedAddress: {
    title: 'Address of a calendar feed',
    opens: 'The events that its owner goes to',
    lasts: 'Until it is rotated',
    signOut: 'stays',
    endOthers: 'stays',
    suspend: 'sleeps',
    erase: 'ends',
    readBy: ['findFeedOwner'],
  },
  webhook: {
    title: 'Webhook',
    opens: 'Messages about the events of its owner; what happens while it sleeps is not kept',
    lasts: 'Until it is deleted, or fails for 5 days',
    signOut: 'stays',
    endOthers: 'stays',
    suspend: 'sleeps',
    erase: 'ends',
    readBy: ['followChanges', 'attemptDelivery', 'attemptFailingDelivery'],
  },
  pushDevice: {
    title: 'Device for pushes',
    opens: 'Pushes about the notices of its person',
    lasts:
      'As long as the session that registered it last; until it is removed, its provider knows it no more, or it is not seen for 180 days',
    signOut: 'ends',
    endOthers: 'ends',
    suspend: 'ends',
    erase: 'ends',
    readBy: ['deliverPush', 'readPushReceipt'],
  },
  invitationLink: {
    title: 'Link of an invitation, mailed or shared',
    opens: 'An event of the organizer, and an answer to it',
    lasts:
      'Until it is revoked, sent again, rotated or accepted, or the event is over or taken down; of a cancelled one it opens the page that says so, and a report',
    signOut: 'stays',
    endOthers: 'stays',
    suspend: 'sleeps',
    erase: 'ends',
    readBy: [
      'previewInvitation',
      'readInvitation',
      'viewInvitation',
      'acceptInvitation',
      'declineByToken',
      'reportInvitation',
    ],
  },
  ticket: {
    title: 'Code of a booking',
    opens: 'The door, for who booked, before a manager of the event',
    lasts: 'As long as the booking',
    signOut: 'stays',
    endOthers: 'stays',
    suspend: 'stays',
    erase: 'ends',
    readBy: ['checkInGuest'],
  },
  emailCode: {
    title: 'Code of a mail',
    opens: 'The address that it was mailed to, for the account that asked',
    lasts: 'Works once, for 15 minutes, and as long as the session that asked',
    signOut: 'ends',
    endOthers: 'ends',
    suspend: 'ends',
    erase: 'ends',
    readBy: ['checkEmailCode'],
  },
  emailLink: {
    title: 'Link of such a mail',
    opens: 'The same, without signing in',
    lasts: 'As the code',
    signOut: 'ends',
    endOthers: 'ends',
    suspend: 'ends',
    erase: 'ends',
    readBy: ['viewEmailLink', 'openEmailLink'],
  },
  unsubscribeLink: {
    title: 'Link that stops all mail',
    opens: 'The end of all mail to a mailbox, which is nobody’s account',
    lasts: 'For ever',
    signOut: 'stays',
    endOthers: 'stays',
    suspend: 'stays',
    erase: 'stays',
    readBy: ['checkUnsubscribe', 'unsubscribe'],
  },
} as const satisfies Readonly<Record<string, Credential>>;

export type CredentialName = keyof typeof credentials;

/** The use cases that take one of these credentials. */
export type ReaderOf<Name extends CredentialName> = (typeof credentials)[Name]['readBy'][number];

/** The domain without the use cases that take a credential. */
export type UnopenedDomain = Omit<Domain, ReaderOf<CredentialName>>;
