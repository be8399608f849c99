import { callerOf } from '../../authenticate.ts';
import { presentAnswers } from '../../presenters/present-answers.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { AnswersShape } from '../../schemas/events/question.ts';
import type { Route } from '../route.ts';

export const getMyAnswers: Route = (app) => {
  app.get(
    '/events/:id/my-answers',
    {
      config: { auth: 'required', problems: ['event_not_found'] },
      schema: {
        operationId: 'getMyAnswers',
        tags: ['My events'],
        summary: 'Read the own answers to the questions of an event',
        description: 'Those to what is still asked.',
        params: EventParams,
        response: { 200: refTo(AnswersShape) },
      },
    },
    async (request) => {
      const answers = await request.domain.readMyAnswers({
        eventId: request.params.id,
        userId: callerOf(request).userId,
      });
      return { answers: presentAnswers(answers) };
    },
  );
};
