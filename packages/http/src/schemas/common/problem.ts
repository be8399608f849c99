import { accountBudgets, platforms } from '@event-platform/domain';
import { Type } from 'typebox';
import { wireCodes } from '../../problems/problem-codes.ts';
import { namedShape, oneOf } from './shapes.ts';

/** The body that `problem-response.ts` sends. */
export const ProblemShape = namedShape(
  'Problem',
  {
    type: Type.String({
      format: 'uri',
      description: 'A page that explains the problem.',
      examples: ['https://events.example.com/problems/event_not_found'],
    }),
    title: Type.String({ examples: ['Event not found'] }),
    status: Type.Integer({ description: 'The HTTP status.', examples: [404] }),
    detail: Type.String({
      description: 'What went wrong, for people to read.',
      examples: ['The event does not exist, or the caller may not see it.'],
    }),
    code: oneOf(wireCodes, { description: 'Stable; branch on it.', examples: ['event_not_found'] }),
    requestId: Type.String({
      description: 'As in `X-Request-Id`; quote it when you report a problem.',
      examples: ['0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12'],
    }),
    budget: Type.Optional(
      oneOf(accountBudgets, {
        description: 'Which quota of the account is spent, for `rate_limited`.',
        examples: ['daily-events'],
      }),
    ),
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
    challenge: Type.Optional(
      Type.Object(
        {
          parameters: Type.Object(
            {},
            { additionalProperties: true, description: 'What the proof is about.' },
          ),
          signature: Type.String({ description: 'Of the parameters; the proof returns it.' }),
        },
        { description: 'Of `proof_required`: a challenge of ALTCHA 2 (PBKDF2/SHA-256).' },
      ),
    ),
    bookedCount: Type.Optional(
      Type.Integer({ description: 'Of `capacity_below_booked`: the booked seats.' }),
    ),
    claimed: Type.Optional(
      Type.Integer({ description: 'Of `quantity_below_claimed`: how much of the item is claimed.' }),
    ),
    left: Type.Optional(Type.Integer({ description: 'Of `item_taken`: how much of the item is left.' })),
    platforms: Type.Optional(
      Type.Array(oneOf([...platforms], { description: 'A platform of devices.' }), {
        description: 'Of `push_unavailable`: those that are configured.',
      }),
    ),
  },
  'Problem details (RFC 9457).',
);
