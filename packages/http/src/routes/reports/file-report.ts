import { callerOf, originOf } from '../../authenticate.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { ReportBody, ReportFiledShape } from '../../schemas/report.ts';
import type { Route } from '../route.ts';

export const fileReport: Route = (app) => {
  app.post(
    '/reports',
    {
      config: { auth: 'required', problems: ['event_not_found', 'not_found'] },
      schema: {
        operationId: 'fileReport',
        tags: ['Reports'],
        summary: 'Report an event or a user',
        description:
          'The operator reads it; the reported learn nothing. Reporting the same again while it is open replaces reason and text.',
        body: ReportBody,
        response: { 201: refTo(ReportFiledShape) },
      },
    },
    async (request, reply) => {
      const { eventId, userId, reason, text } = request.body;
      const callerId = callerOf(request).userId;
      const origin = originOf(request);
      const report = await request.domain.fileReport({ callerId, origin, eventId, userId, reason, text });
      reply.code(201);
      return report;
    },
  );
};
