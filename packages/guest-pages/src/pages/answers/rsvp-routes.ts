import {
  type Answers,
  type CredentialName,
  DomainError,
  isCode,
  limits,
  type Session,
  type UserId,
} from '@event-platform/domain';
import {
  type App,
  clientNetwork,
  clientWideNetwork,
  longHandlerTimeout,
  setRefusal,
} from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FormFields, formFields } from '../../forms/form-fields.ts';
import { newOnce } from '../../forms/form-token.ts';
import { isConflict, type Outcome } from '../../forms/outcome.ts';
import { answersOf, type TypedAnswers, typedAnswers } from '../../forms/question-fields.ts';
import type { AnswerState, Fault, RsvpForm } from '../../views/rsvp/answer.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { asWriter, guestNameOf, namedBy, senderOf, signedInName, withGuest } from '../guest/guest-session.ts';
import { answerState, emptyForm, type RsvpPage } from './answer-state.ts';

/** Reads the page of a request as the viewer may see it. Throws what its page says instead, such as `event_not_found`. */
export type OpenPage = (request: FastifyRequest, viewerId: UserId | null) => Promise<RsvpPage>;

/** What an answer does for a guest whom the service knows. */
export type Answer = (request: FastifyRequest, userId: UserId, fields: FormFields) => Promise<Outcome>;

/** Checks what was chosen; null where nothing is wrong. */
export type ChoiceFault = (fields: FormFields, page: RsvpPage) => Fault | null;

/** What the page does not offer; forms of 0.1 were sent without an answer, for which the code's page then asks. */
const offerFault: ChoiceFault = ({ answer: choice }, { choices }) =>
  choice === '' || choices.length === 0 || choices.some(({ answer }) => answer === choice) ? null : 'status';

export type AnswerDependencies = Pick<
  GuestDependencies,
  | ('domain' | 'site' | 'tokens' | 'phoneCountries' | 'readYourWrites' | 'startLimit')
  | ('answerOnce' | 'findAnswer' | 'guestCookie' | 'guestReceipts')
>;

const phoneFaults = {
  no_number: 'phone',
  country_not_served: 'phoneCountry',
  no_sms: 'phoneWithoutSms',
} as const;

const isWrongCode = (error: unknown): boolean =>
  error instanceof DomainError && error.problem.code === 'code_invalid';

/** What a form takes from a guest who has signed in, besides what its page does. */
export const guestCredentials = (ofPage: readonly CredentialName[] = []): readonly CredentialName[] => [
  ...new Set<CredentialName>(['pageCookie', 'formReceipt', ...ofPage]),
];

export interface RsvpRoutesOptions {
  /** What `open` takes. */
  readonly credentials?: readonly CredentialName[];
  /** Whether the page that is shown after an answer has a form with a receipt, which leads here again. */
  readonly takesReceipts?: boolean;
  /** Of a sign-in that leads elsewhere: the session is one like any other, whether its cookie is kept or not. */
  readonly leadTo?: (request: FastifyRequest, reply: FastifyReply, fields: FormFields) => FastifyReply;
}

/** Adds the routes of a form: one that sends a code, and one for each answer. */
export const rsvpRoutes = (
  app: App,
  dependencies: AnswerDependencies,
  open: OpenPage,
  { credentials = [], takesReceipts = true, leadTo }: RsvpRoutesOptions = {},
) => {
  const { domain, tokens, answerOnce, findAnswer, startLimit, guestCookie } = dependencies;

  const formFault = ({ path, request }: RsvpPage, { form, isRepeated }: FormFields): Fault | null => {
    if (!tokens.isValid(path, form, request.cookieSession)) return 'expired';
    return isRepeated ? 'repeated' : null;
  };
  /** The number in E.164 form, as all later steps send it; as it was typed where something is wrong. */
  const readPhone = ({
    phone,
    country,
  }: FormFields): { readonly phone: string; readonly fault: Fault | null } => {
    if (phone.length > limits.phoneLength) return { phone, fault: 'phone' };
    const reading = domain.readPhone({ text: phone, country });
    return 'fault' in reading
      ? { phone, fault: phoneFaults[reading.fault] }
      : { phone: reading.e164, fault: null };
  };

  const sendForm = (reply: FastifyReply, page: RsvpPage, form: Partial<RsvpForm>): FastifyReply => {
    const empty = emptyForm(dependencies, page);
    const { input = empty.input } = form;
    const country = input.country || empty.input.country;
    return reply
      .code(form.fault ? 400 : form.challenge ? 403 : 200)
      .sendPage(page.render({ ...empty, ...form, input: { ...input, country } }));
  };

  /** Asks the browser for the proof of work that a refusal names; throws any other error. */
  const askForProof = (
    reply: FastifyReply,
    page: RsvpPage,
    form: Partial<RsvpForm>,
    error: unknown,
  ): FastifyReply => {
    const problem = error instanceof DomainError ? error.problem : null;
    if (problem?.code !== 'proof_required') throw error;
    setRefusal(reply, problem);
    return sendForm(reply, page, { ...form, step: 'proof', challenge: problem.challenge });
  };

  const typedOf = (
    { phone, country, answer, stay, quantity, text, back }: FormFields,
    answers: TypedAnswers = {},
  ) => ({
    ...{ phone, country, code: '', answer, quantity, text, answers, back },
    stay: stay !== '',
  });

  const isTooLate = ({ closing, choices }: RsvpPage, { answer: choice }: FormFields): boolean =>
    closing != null && !choices.some(({ answer }) => answer === choice);

  const sendClosed = (reply: FastifyReply, page: RsvpPage): FastifyReply =>
    reply.code(409).sendPage(page.render(emptyForm(dependencies, page)));

  /** @param earlyFault checks what else was chosen before an SMS is sent */
  const startCode = (url: string, earlyFault: ChoiceFault = () => null): void => {
    app.post(
      url,
      {
        config: { handlerTimeout: longHandlerTimeout, rateLimit: startLimit, credentials },
      },
      async (request, reply) => {
        const page = await open(request, null);
        const fields = formFields(request.body);
        if (page.isClosed || isTooLate(page, fields)) return sendClosed(reply, page);
        const { phone, fault: phoneFault } = readPhone(fields);
        const inputs = { ...typedOf(fields), phone };
        const fault =
          formFault(page, fields) ?? phoneFault ?? earlyFault(fields, page) ?? offerFault(fields, page);
        if (fault) return sendForm(reply, page, { input: inputs, fault });
        try {
          const network = clientNetwork(request.ip);
          const proof = fields.proof === '' ? undefined : fields.proof;
          const wideNetwork = clientWideNetwork(request.ip);
          await domain.startSignIn({ phone, network, wideNetwork, proof, language: request.language });
        } catch (error) {
          return askForProof(reply, page, { input: inputs }, error);
        }
        return sendForm(reply, page, { step: 'code', input: inputs, once: newOnce() });
      },
    );
  };

  const takeAnswer = (url: string, answer: Answer, choiceFault: ChoiceFault = () => null): void => {
    /** Read again, so that the page counts the answer; an error would make the guest answer again. */
    const show = async (
      request: FastifyRequest,
      reply: FastifyReply,
      page: RsvpPage,
      parts: Partial<AnswerState>,
      userId: UserId | null,
      session: Pick<Session, 'id'> | null = null,
    ): Promise<FastifyReply> => {
      const current = await open(request, userId).catch(() => page);
      const receipt = session && dependencies.guestReceipts.issue(current.path, session.id);
      const view = answerState(dependencies, current, { isNew: true, receipt, ...parts });
      return reply.code(isConflict(view.outcome) ? 409 : 200).sendPage(current.render(view));
    };

    /** Answers and, for those who come, what the event asks: the RSVP never fails for want of the latter. */
    const answerAll = async (
      request: FastifyRequest,
      userId: UserId,
      fields: FormFields,
      questionAnswers: { readonly eventId: string; readonly answers: Answers } | null,
    ): Promise<Outcome> => {
      const outcome = await answer(request, userId, fields);
      if (questionAnswers && /^(?:going|interested|series|booked|waitlisted)$/.test(outcome))
        await domain.answerQuestions({ userId, ...questionAnswers }).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
        });
      return outcome;
    };

    /** What the form answers to the page's questions: `answers` where something is missing. */
    const askedOf = ({ eventId, questions = [] }: RsvpPage, request: FastifyRequest, fields: FormFields) => {
      const inputs = typedAnswers(request.body, questions);
      if (!inputs || !eventId || /^(?:none|declined|seriesEnd|unbook)$/.test(fields.answer))
        return { input: {}, questionAnswers: null, unusable: [], fault: null };
      const { answers, unusable } = answersOf(questions, inputs);
      return {
        input: inputs,
        unusable,
        questionAnswers: answers && { eventId, answers },
        fault: answers ? null : ('answers' as const),
      };
    };

    /** The page of a guest who has signed in again, with what is wrong: another code is not needed for that. */
    const sendFault = async (
      request: FastifyRequest,
      reply: FastifyReply,
      page: RsvpPage,
      userId: UserId,
      parts: Partial<AnswerState>,
    ): Promise<FastifyReply> => {
      const guestName = await signedInName(dependencies, request, userId);
      const current = await open(request, userId).catch(() => page);
      return reply
        .code(400)
        .sendPage(current.render(answerState(dependencies, current, { ...parts, guestName })));
    };

    /** The answer of a guest who has signed in: one tap. */
    const answerWithoutCode = async (
      request: FastifyRequest,
      reply: FastifyReply,
      page: RsvpPage,
      fields: FormFields,
    ) => {
      const { input, questionAnswers, unusable, fault: questionFault } = askedOf(page, request, fields);
      const { receipt } = fields;
      const fault = formFault(page, fields) ?? choiceFault(fields, page);
      if (fault) {
        // The receipt of a form that is not from this page may be somebody else's.
        const isForeign = fault === 'expired' && receipt !== '';
        const guestId = isForeign ? null : await namedBy(dependencies, request, page.path, fields);
        // Without questions in the form the page has the answers that were given before.
        const typed = questionAnswers || questionFault ? { answers: input } : {};
        return guestId
          ? sendFault(request, reply, page, guestId, { ...typed, fault, receipt })
          : sendForm(reply, page, { input: typedOf(fields), fault });
      }
      const userId = await senderOf(dependencies, request, reply, page.path, fields);
      if (!userId) return sendForm(reply, page, { input: typedOf(fields), fault: 'signInAgain' });
      if (questionFault)
        return sendFault(request, reply, page, userId, {
          fault: questionFault,
          answers: input,
          unusable,
          receipt,
        });
      const guestName = await signedInName(dependencies, request, userId);
      const outcome = await asWriter(dependencies, request, userId, () =>
        answerAll(request, userId, fields, questionAnswers),
      );
      return show(request, reply, page, { outcome, guestName, receipt }, userId);
    };

    const known = takesReceipts
      ? guestCredentials(credentials)
      : ([...credentials, ...(leadTo ? [] : (['pageCookie'] as const))] as const);
    const config = { credentials: ['code', ...known] } as const;
    app.post(url, { config }, async (request, reply) => {
      const page = await open(request, null);
      if (page.isClosed) return sendClosed(reply, page);
      const sentFields = formFields(request.body);
      const fields = takesReceipts ? sentFields : { ...sentFields, receipt: '' };
      const { once } = fields;
      const isSignedIn = !leadTo && (fields.receipt !== '' || guestCookie.isSent(request));
      if (fields.phone === '' && fields.code === '' && isSignedIn)
        return answerWithoutCode(request, reply, page, fields);
      const { input, questionAnswers, unusable, fault: questionFault } = askedOf(page, request, fields);
      const { phone, fault: phoneFault } = readPhone(fields);
      const retry = (fault: Fault) =>
        sendForm(reply, page, {
          step: fault === phoneFault ? 'phone' : 'code',
          input: { ...typedOf(fields, input), phone, code: fault === 'wrongCode' ? '' : fields.code },
          once,
          unusable: fault === 'answers' ? unusable : [],
          fault,
        });
      const fault =
        formFault(page, fields) ??
        phoneFault ??
        (isCode(fields.code) ? (choiceFault(fields, page) ?? questionFault) : 'code');
      const { quantity, text } = fields;
      const what = [fields.answer, ...[quantity, text].filter((field) => field !== '')];
      const key = tokens.receiptKey([request.url, ...what, once, fields.phone, fields.code]);
      // A browser that repeats the form of a guest who stays has the cookie by then, which the form was not served to.
      const earlierAnswer = fault === 'expired' ? await findAnswer(key) : null;
      if (earlierAnswer)
        return leadTo ? leadTo(request, reply, fields) : show(request, reply, page, earlierAnswer, null);
      if (fault) return retry(fault);
      try {
        const result = await answerOnce(key, () =>
          withGuest(
            dependencies,
            request,
            { ...fields, phone },
            (userId) => {
              request.isCodeUsed = true;
              return answerAll(request, userId, fields, questionAnswers);
            },
            leadTo ? false : undefined,
          ),
        );
        if (leadTo) {
          if ('user' in result) guestCookie.set(reply, result.session, fields.stay !== '');
          return leadTo(request, reply, fields);
        }
        if (!('user' in result)) return await show(request, reply, page, result, null);
        const { outcome, user, session } = result;
        if (!session.isReceipt) {
          guestCookie.set(reply, session);
          request.viewer = user;
        }
        const guestName = session.isReceipt ? null : guestNameOf(user);
        const parts = { outcome, asksName: user.name === '', guestName };
        return await show(request, reply, page, parts, user.id, session);
      } catch (error) {
        return isWrongCode(error)
          ? retry('wrongCode')
          : askForProof(
              reply,
              page,
              { input: { ...typedOf(fields), phone, code: fields.code }, once },
              error,
            );
      }
    });
  };

  return { startCode, takeAnswer };
};
