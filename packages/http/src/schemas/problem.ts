import { Type } from 'typebox';
import { wireCodes } from '../problem-response.ts';
import { named, oneOf } from './shapes.ts';

/** Documents what `problem-response.ts` sends. */
export const ProblemShape = named(
  'Problem',
  {
    type: Type.String({
      format: 'uri',
      description: 'A page that explains the problem.',
      examples: ['https://events.example.com/problems/event_not_found'],
    }),
    title: Type.String({ examples: ['Event not found'] }),
    status: Type.Integer({ description: 'The HTTP status.', examples: [404] }),
    detail: Type.String({ description: 'What went wrong this time, for people.' }),
    code: oneOf(wireCodes, { description: 'Stable; branch on it.', examples: ['event_not_found'] }),
    requestId: Type.String({ description: 'As in `X-Request-Id`; quote it when asking for help.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({
            description: 'JSON pointer to the field; empty for the whole.',
            examples: ['/title'],
          }),
          message: Type.String({ examples: ['is required'] }),
        }),
        { description: 'Each fault of an invalid request.' },
      ),
    ),
  },
  'Problem details (RFC 9457).',
);
