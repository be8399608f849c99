import { callerOf } from '../../authenticate.ts';
import { presentAnswers } from '../../presenters/present-answers.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { AnswersBody, AnswersShape } from '../../schemas/events/question.ts';
import type { Route } from '../route.ts';

export const putMyAnswers: Route = (app) => {
  app.put(
    '/events/:id/my-answers',
    {
      config: {
        auth: 'required',
        problems: ['event_not_found', 'event_cancelled', 'event_over', 'not_going', 'rate_limited'],
      },
      schema: {
        operationId: 'answerQuestions',
        tags: ['My events'],
        summary: 'Answer the questions of an event',
        description:
          'Replaces the own answers. For those who are going, interested or booked, until the event ends; all required questions have to be answered.',
        params: EventParams,
        body: AnswersBody,
        response: { 200: refTo(AnswersShape) },
      },
    },
    async (request) => {
      const answers = await request.domain.answerQuestions({
        eventId: request.params.id,
        userId: callerOf(request).userId,
        answers: request.body.answers,
      });
      return { answers: presentAnswers(answers) };
    },
  );
};
