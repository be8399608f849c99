import type { EventId, OwnBooking, ProofChallenge, Question, RsvpState } from '@event-platform/domain';
import type { AnswerChoice, Outcome } from '../../forms/outcome.ts';
import type { TypedAnswers } from '../../forms/question-fields.ts';
import type { Texts } from '../../texts/index.ts';
import type { Html } from '../html.ts';

/** What is wrong with a form: a key of the texts. */
export type Fault = keyof Texts['faults'];

/** What a guest typed and chose. */
export interface FormInput {
  readonly phone: string;
  /** Whose national form `phone` may have. */
  readonly country: string;
  readonly code: string;
  /** Empty in a form that was served before answers came first: the code's page then asks. */
  readonly answer: string;
  readonly stay: boolean;
  /** Seats, where the answer is to book some. */
  readonly quantity: string;
  /** Of a report. */
  readonly text: string;
  readonly answers: TypedAnswers;
  /** Where a sign-in leads, a path of the service. */
  readonly back: string;
}

/** What a form is for: its words depend on it. */
export type Purpose = 'rsvp' | 'report' | 'noticeSettings' | 'signIn' | 'enter';

/** The seats that a guest of a page has and may book. */
export interface GuestSeats {
  readonly max: number;
  readonly ownBooking: OwnBooking | null;
}

/** Why answers can only be taken back, by the name of its texts: the deadline has passed, or the event has no date for now. */
export type Closing = 'late' | 'undated';

/** What a page says of its event's deadline, and asks. */
export interface Lateness {
  readonly questions: readonly Question[];
  /** The ids of those whose answers were refused. */
  readonly unusable: readonly string[];
  /** Null while the event takes answers. */
  readonly closing: Closing | null;
}

/** The state of the form on a page. */
export interface RsvpForm extends Lateness {
  readonly step: 'phone' | 'proof' | 'code';
  /** Where the page is; the form sends to addresses below it. */
  readonly address: string;
  /** Proves that the form comes from this page. */
  readonly token: string;
  /** Of one code request: a repeated answer is known by it. */
  readonly once: string;
  readonly input: FormInput;
  readonly fault: Fault | null;
  readonly countryOptions: (selection: string) => Html;
  /** At the step `proof`: what the browser has to solve first. */
  readonly challenge: ProofChallenge | null;
  /** Where the answer goes with the code. */
  readonly action: string;
  /** The first is the main one. */
  readonly choices: readonly AnswerChoice[];
  readonly purpose: Purpose;
  /** Null where none can be booked. */
  readonly seats: GuestSeats | null;
}

/** A guest whose answer the page shows, with what changes it. */
export interface AnswerState extends Lateness {
  /** Null for a guest who is signed in and has not answered. */
  readonly outcome: Outcome | null;
  readonly rsvp: RsvpState;
  readonly seats: GuestSeats | null;
  /** The event of viewers who manage it; null for all others. */
  readonly managedEventId: EventId | null;
  /** Whether the guest answered just now. */
  readonly isNew: boolean;
  /** The path of the page. */
  readonly address: string;
  /** Where another answer goes. */
  readonly action: string;
  readonly token: string;
  readonly choices: readonly AnswerChoice[];
  /** Proves who answered just now; empty where a cookie does, null where nothing does. */
  readonly receipt: string | null;
  /** How the page calls the guest whom a cookie keeps signed in; null without a cookie. */
  readonly guestName: string | null;
  readonly asksName: boolean;
  /** What the guest answered to the questions, or typed now. */
  readonly answers: TypedAnswers;
  /** Whether the page and its calendar open for the guest's browser: those of private events need the cookie. */
  readonly isOpenable: boolean;
  readonly fault: Fault | null;
}

export const isAnswered = (answer: AnswerState | RsvpForm | null): answer is AnswerState =>
  answer !== null && !('step' in answer);

/** Whether what the page shows is nowhere else: in another language it would be gone. */
export const isLost = (answer: AnswerState | RsvpForm | null): boolean =>
  answer !== null &&
  (isAnswered(answer) ? answer.isNew && answer.guestName === null : answer.step !== 'phone');

/** What the title of the page says instead of the event's. */
export const newOutcome = (answer: AnswerState | RsvpForm | null): Outcome | null =>
  isAnswered(answer) && answer.isNew ? answer.outcome : null;
