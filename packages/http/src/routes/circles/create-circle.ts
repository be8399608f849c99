import { callerOf } from '../../authenticate.ts';
import { presentCircle } from '../../presenters/present-circle.ts';
import { CircleBody, CircleShape } from '../../schemas/circle.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const createCircle: Route = (app) => {
  app.post(
    '/me/circles',
    {
      config: { auth: 'required', problems: ['rate_limited'] },
      schema: {
        operationId: 'createCircle',
        tags: ['Circles'],
        summary: 'Create a circle',
        body: CircleBody,
        response: { 201: refTo(CircleShape) },
      },
    },
    async (request, reply) => {
      const circle = await request.domain.createCircle({
        ownerId: callerOf(request).userId,
        name: request.body.name,
      });
      reply.code(201);
      return presentCircle(circle);
    },
  );
};
