import { presentReportedTarget } from '../../presenters/present-operator.ts';
import { pageOf, presentPage } from '../../schemas/common/paging.ts';
import { ReportedTargetShape, ReportsQuery } from '../../schemas/operator.ts';
import type { Route } from '../route.ts';
import { operatorRoute } from './operator-act.ts';

export const listReports: Route = (app) => {
  app.get(
    '/operator/reports',
    {
      config: operatorRoute,
      schema: {
        operationId: 'listReports',
        tags: ['Operators'],
        summary: 'List reports',
        description: 'One entry a target, the one that was reported last first.',
        querystring: ReportsQuery,
        response: { 200: pageOf(ReportedTargetShape, 'reported targets') },
      },
    },
    async (request) => presentPage(await request.domain.listReports(request.query), presentReportedTarget),
  );
};
