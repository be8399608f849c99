import { presentDossier } from '../../presenters/present-operator.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { LookUpBody, UserDossierShape } from '../../schemas/operator.ts';
import type { Route } from '../route.ts';
import { actOf, operatorRoute } from './operator-act.ts';

export const lookUpUser: Route = (app, { links }) => {
  app.post(
    '/operator/users/look-up',
    {
      config: operatorRoute,
      schema: {
        operationId: 'lookUpUser',
        tags: ['Operators'],
        summary: 'Look up a user',
        description:
          'A POST, so that no phone number stands in an address. The audit log keeps who looked and why.',
        body: LookUpBody,
        response: { 200: refTo(UserDossierShape) },
      },
    },
    async (request) => {
      const { phone, id, reason } = request.body;
      return presentDossier(await request.domain.lookUpUser({ ...actOf(request), phone, id, reason }), links);
    },
  );
};
