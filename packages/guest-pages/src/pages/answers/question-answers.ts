import type { Answers, CredentialName, Domain, EventDetail, UserId } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { formFields } from '../../forms/form-fields.ts';
import { answersOf, typedAnswers } from '../../forms/question-fields.ts';
import type { Fault } from '../../views/rsvp/answer.ts';
import { asWriter, senderOf, signedInName } from '../guest/guest-session.ts';
import { answerState, emptyForm } from './answer-state.ts';
import { type AnswerDependencies, guestCredentials, type OpenPage } from './rsvp-routes.ts';

/** What a guest answered to an event's questions; none where they cannot be read: the page is complete without. */
export const ownAnswersOf = async (
  domain: Pick<Domain, 'readMyAnswers'>,
  { id, questions }: Pick<EventDetail, 'id' | 'questions'>,
  userId: UserId | null,
): Promise<Answers> =>
  userId === null || questions.length === 0
    ? {}
    : domain.readMyAnswers({ eventId: id, userId }).catch(() => ({}));

/**
 * Adds the route that changes what a guest who is known answered to the questions of a page; the RSVP stays.
 * @param credentials what `open` takes
 */
export const questionAnswers = (
  app: App,
  dependencies: AnswerDependencies,
  open: OpenPage,
  url: string,
  credentials: readonly CredentialName[],
): void => {
  const { domain, tokens } = dependencies;
  app.post(
    `${url}/answers`,
    { config: { credentials: guestCredentials(credentials) } },
    async (request, reply) => {
      const page = await open(request, null);
      const fields = formFields(request.body);
      const refuseForm = (fault: Fault) =>
        reply.code(400).sendPage(page.render({ ...emptyForm(dependencies, page), fault }));
      if (!tokens.isValid(page.path, fields.form, request.cookieSession) || fields.isRepeated)
        return refuseForm('expired');
      const userId = await senderOf(dependencies, request, reply, page.path, fields);
      if (!userId) return refuseForm('signInAgain');
      const { eventId = '', questions = [] } = page;
      const input = typedAnswers(request.body, questions) ?? {};
      const { answers, unusable } = answersOf(questions, input);
      if (answers)
        await asWriter(dependencies, request, userId, () =>
          domain.answerQuestions({ eventId, userId, answers }),
        );
      const current = await open(request, userId);
      const state = answerState(dependencies, current, {
        outcome: answers ? 'answers' : (current.rsvp ?? null),
        isNew: answers !== null,
        receipt: fields.receipt,
        guestName: await signedInName(dependencies, request, userId),
        ...(answers ? {} : { fault: 'answers', answers: input, unusable }),
      });
      return reply.code(answers ? 200 : 400).sendPage(current.render(state));
    },
  );
};
