import { limits, reportReasons } from '@event-platform/domain';
import { Type } from 'typebox';
import { namedShape, oneOf, uuid } from './common/shapes.ts';

export const ReportBody = Type.Object(
  {
    eventId: Type.Optional(uuid('The event to report; either this or `userId`.')),
    userId: Type.Optional(uuid('The user to report; either this or `eventId`.')),
    reason: oneOf(reportReasons, { description: 'What is wrong.', examples: ['spam'] }),
    text: Type.Optional(
      Type.String({
        maxLength: limits.reasonLength,
        description: 'More about it, for the operator.',
        examples: ['It sells watches.'],
      }),
    ),
  },
  { title: 'ReportRequest', examples: [{ eventId: '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12', reason: 'spam' }] },
);

export const ReportFiledShape = namedShape('ReportFiled', { id: uuid('Id of the report.') }, 'The report.');
