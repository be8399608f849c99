import { TargetParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { CloseReportsBody, ReportsClosedShape } from '../../schemas/operator.ts';
import type { Route } from '../route.ts';
import { actOf, operatorRoute } from './operator-act.ts';

export const closeReports: Route = (app) => {
  app.post(
    '/operator/reports/:targetId/close',
    {
      config: { ...operatorRoute, problems: ['is_operator'] },
      schema: {
        operationId: 'closeReports',
        tags: ['Operators'],
        summary: 'Close the reports of a target',
        description: 'Closes its open reports and does what the action says, both or neither.',
        params: TargetParams,
        body: CloseReportsBody,
        response: { 200: refTo(ReportsClosedShape) },
      },
    },
    async (request) => {
      const { action, note = '' } = request.body;
      const { targetId } = request.params;
      return request.domain.closeReports({ ...actOf(request), targetId, action, note });
    },
  );
};
