import { ReportBody, ReportFiledShape } from '../schemas/report.ts';
import { type Operations, operation } from './operation.ts';

export const reports: Operations = {
  fileReport: operation('POST /reports', 'Reports', {
    summary: 'Report an event or a user',
    description:
      'The operator reads it; the reported learn nothing. Reporting the same again while it is open replaces reason and text.',
    problems: ['event_not_found', 'not_found'],
    body: ReportBody,
    responses: { 201: ReportFiledShape },
    handler: ({ domain, callerId, origin, body: { eventId, userId, reason, text } }) =>
      domain.fileReport({ callerId, origin, eventId, userId, reason, text }),
  }),
};
