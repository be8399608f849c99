import { AnswersBody, AnswersShape, presentAnswers } from '../schemas/events/question.ts';
import { type Operations, operation } from './operation.ts';

export const questions: Operations = {
  getMyAnswers: operation('GET /events/:id/my-answers', 'My events', {
    summary: 'Read the own answers to the questions of an event',
    description: 'Those to what is still asked.',
    responses: { 200: AnswersShape },
    handler: async ({ domain, callerId: userId, params }) => ({
      answers: presentAnswers(await domain.readMyAnswers({ eventId: params.id, userId })),
    }),
  }),

  answerQuestions: operation('PUT /events/:id/my-answers', 'My events', {
    summary: 'Answer the questions of an event',
    description:
      'Replaces the own answers. For those who are going, interested or booked, until the event ends; all required questions have to be answered.',
    problems: ['event_cancelled', 'event_postponed', 'event_over', 'not_going'],
    body: AnswersBody,
    responses: { 200: AnswersShape },
    handler: async ({ domain, callerId: userId, params, body: { answers } }) => ({
      answers: presentAnswers(await domain.answerQuestions({ eventId: params.id, userId, answers })),
    }),
  }),
};
