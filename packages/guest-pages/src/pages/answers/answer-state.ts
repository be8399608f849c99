import {
  type Answers,
  type EventDetail,
  type EventId,
  isClosed,
  type Question,
  type RsvpState,
} from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import type { AnswerChoice } from '../../forms/outcome.ts';
import { typedOf } from '../../forms/question-fields.ts';
import type { AnswerState, Closing, GuestSeats, Purpose, RsvpForm } from '../../views/rsvp/answer.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';

/** Why an event takes no new answer at a moment; null when it does. */
export const closingOf = (event: Pick<EventDetail, 'status' | 'rsvpUntil'>, at: Date): Closing | null => {
  if (event.status === 'postponed') return 'undated';
  return isClosed(event, at) ? 'late' : null;
};

/** A page that guests answer on. */
export interface RsvpPage {
  /** Whose cookie form tokens are bound to, and whose language names a country. */
  readonly request: Pick<FastifyRequest, 'cookieSession' | 'headers' | 'language'>;
  /** Its path without the prefix of the service, which form tokens are bound to as well. */
  readonly path: string;
  /** Whether the event is cancelled or over: an old form is refused, and the page says why. */
  readonly isClosed?: boolean;
  /** Whether only guests who are known may open it. */
  readonly isPrivate?: boolean;
  /** Where it is given, what `choices` does not hold is refused without a code. */
  readonly closing?: Closing | null;
  /** The last part of the path that takes answers. */
  readonly action: string;
  readonly choices: readonly AnswerChoice[];
  /** Of the event that is answered to; absent for other forms. */
  readonly eventId?: string;
  /** What guests are asked together with their answer. */
  readonly questions?: readonly Question[];
  /** The viewer's answers to them. */
  readonly ownAnswers?: Answers;
  /** `rsvp` when absent. */
  readonly purpose?: Purpose;
  /** The viewer's RSVP; null for viewers who are not known. */
  readonly rsvp?: RsvpState;
  readonly seats?: GuestSeats | null;
  readonly managedEventId?: EventId | null;
  /** Where a sign-in leads. */
  readonly back?: string;
  /** The page with the form, or with what the guest answered. */
  render(answer: AnswerState | RsvpForm): string;
}

type Dependencies = Pick<GuestDependencies, 'site' | 'tokens' | 'phoneCountries'>;
type Page = Omit<RsvpPage, 'render' | 'isClosed'>;

const addresses = (
  { site, tokens }: Dependencies,
  { request, path, action, choices, closing = null, seats = null, questions = [] }: Page,
) => ({
  address: `${site.basePath}${path}`,
  action: `${site.basePath}${path}${action === '' ? '' : `/${action}`}`,
  token: tokens.issue(path, request.cookieSession),
  choices,
  closing,
  seats,
  questions,
});

/** Chosen beforehand where there is no other. */
const onlyChoice = ({ choices: [first, ...others] }: Page): string =>
  others.length === 0 ? (first?.answer ?? '') : '';

/** The form of a page as it is served first. */
export const emptyForm = (dependencies: Dependencies, page: Page): RsvpForm => ({
  ...addresses(dependencies, page),
  step: 'phone',
  once: '',
  input: {
    ...{ phone: '', country: dependencies.phoneCountries.guess(page.request), code: '' },
    ...{ answer: onlyChoice(page), stay: false, quantity: '', text: '', answers: {} },
    back: page.back ?? '',
  },
  countryOptions: (selection) => dependencies.phoneCountries.options(page.request.language, selection),
  purpose: page.purpose ?? 'rsvp',
  unusable: [],
  fault: null,
  challenge: null,
});

const isRsvp = (outcome: AnswerState['outcome'] | undefined): outcome is 'going' | 'interested' =>
  outcome === 'going' || outcome === 'interested';

/** The answer of a guest on a page. */
export const answerState = (
  dependencies: Dependencies,
  page: Page,
  parts: Partial<AnswerState>,
): AnswerState => ({
  ...addresses(dependencies, page),
  outcome: null,
  rsvp: page.rsvp ?? (isRsvp(parts.outcome) ? parts.outcome : null),
  managedEventId: page.managedEventId ?? null,
  isNew: false,
  receipt: null,
  guestName: null,
  asksName: false,
  answers: typedOf(page.ownAnswers ?? {}),
  unusable: [],
  fault: null,
  isOpenable: !page.isPrivate || (parts.guestName ?? null) !== null,
  ...parts,
});
