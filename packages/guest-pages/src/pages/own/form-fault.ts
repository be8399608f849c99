import { DomainError, type FieldFault } from '@event-platform/domain';
import { setRefusal, statusOf } from '@event-platform/http';
import type { FastifyReply } from 'fastify';
import type { Typed } from '../../forms/typed.ts';
import { textsOf } from '../../texts/index.ts';
import type { FormState } from '../../views/own/form-state.ts';
import type { Own } from './own.ts';

/** Sends the form back, with what is wrong at its fields. */
export class FormFault extends Error {
  readonly faults: FormState['faults'];
  readonly status: number;
  /** Whether what is sent next is another form. */
  readonly isNewForm: boolean;
  /** What stands in the form instead of what was typed. */
  readonly typed: Typed | null;

  constructor(faults: FormState['faults'], status = 400, isNewForm = false, typed: Typed | null = null) {
    super('form fault');
    this.name = 'FormFault';
    this.faults = faults;
    this.status = status;
    this.isNewForm = isNewForm;
    this.typed = typed;
  }
}

/** The field of a form that a path of the API's body is typed into. */
export const fieldOf = (path: string): string => {
  const [first = '', second, third] = path
    .replace(/^\/event(?=\/)/, '')
    .slice(1)
    .split('/');
  if (first === 'location') return second === 'address' ? 'address' : 'map';
  if (first === 'coverId' || first === 'avatarId') return first.slice(0, -2);
  if (first === 'avatar') return 'avatarUrl';
  if (first === 'isPriceKnown') return 'isPriceUnknown';
  if (first === 'lat' || first === 'lng') return 'map';
  if (first === 'questions' && second !== undefined)
    return `question-${second}-${third === 'options' || third === 'kind' ? third : 'label'}`;
  if (first === 'rule' || first === 'startTime' || first === 'durationMinutes')
    return { rule: 'repeat', startTime: 'startAt', durationMinutes: 'endAt' }[first];
  return first;
};

const fieldFaults = (errors: readonly FieldFault[], { view: { texts } }: Own): FormState['faults'] => {
  const known: Readonly<Record<string, unknown>> = texts.faults;
  return Object.fromEntries(
    errors.map(({ path }) => {
      const name = fieldOf(path);
      const kind = name.replace(/^question-\d+-/, 'question-');
      const text = known[kind];
      return [name, typeof text === 'string' ? text : texts.form.unusable];
    }),
  );
};

/** What a refused form shows. Any other error is thrown. */
export const refusalOnPage = (error: unknown, own: Own, reply: FastifyReply): FormFault => {
  if (error instanceof FormFault) return error;
  if (!(error instanceof DomainError)) throw error;
  const { problem } = error;
  const { texts, language } = own.view;
  const known: Readonly<Record<string, string>> = texts.refusals;
  setRefusal(reply, problem);
  const status = statusOf[problem.code] === 401 ? 400 : statusOf[problem.code];
  switch (problem.code) {
    case 'invalid_request':
      return new FormFault(fieldFaults(problem.errors, own), status);
    case 'username_taken':
      return new FormFault({ username: texts.faults.usernameTaken }, status);
    case 'capacity_below_booked':
      return new FormFault({ capacity: texts.faults.capacityBelow(problem.bookedCount) }, status);
    case 'quantity_below_claimed':
      return new FormFault({ quantity: texts.faults.quantityBelow(problem.claimed) }, status);
    case 'question_answered':
      return new FormFault({ 'question-0-label': texts.faults.questionAnswered }, status);
    case 'rate_limited':
    case 'unavailable': {
      reply.header('retry-after', String(problem.retryAfterSeconds));
      const { text } = textsOf(language).problems[problem.code];
      return new FormFault({ '': text(problem.retryAfterSeconds) }, status);
    }
    default: {
      const text = known[problem.code];
      if (text === undefined) throw error;
      return new FormFault({ '': text }, status);
    }
  }
};
