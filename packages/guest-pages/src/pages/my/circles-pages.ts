import { type Circle, DomainError, type Paged, refuse } from '@event-platform/domain';
import { asTyped, typedText } from '../../forms/typed.ts';
import { type CircleData, circlesView, circleView } from '../../views/my/circles-views.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { pageNumber } from '../organise/overview-pages.ts';
import { FormFault } from '../own/form-fault.ts';
import type { Own } from '../own/own.ts';
import type { ownPages } from '../own/own-pages.ts';

/** On one page. */
const mostShown = 50;

/** The pages of one's circles. */
export const circlesPages = (
  { domain }: Pick<GuestDependencies, 'domain'>,
  { form }: Pick<ReturnType<typeof ownPages>, 'form'>,
): void => {
  form<Paged<Circle>>('/my/circles', {
    read: ({ viewer, request }) =>
      domain.listCircles({ ownerId: viewer.id, limit: mostShown, page: pageNumber(request) }),
    render: circlesView,
    actions: {
      make: {
        once: 'usual',
        run: async ({ viewer }, typed, _data, within) => {
          const { id } = await within.createCircle({ ownerId: viewer.id, name: typedText(typed, 'name') });
          return `/my/circles/${id}?done=circle`;
        },
      },
    },
  });

  /** The circle of an address; its name is found among all of one's circles. */
  const nameOf = async ({ id, viewer }: Own): Promise<string> => {
    for (let page = 1; ; page += 1) {
      const { items, total } = await domain.listCircles({ ownerId: viewer.id, limit: mostShown, page });
      const circle = items.find((one) => one.id === id);
      if (circle) return circle.name;
      if (page * mostShown >= total) throw refuse('not_found');
    }
  };

  form<CircleData>('/my/circles/:id', {
    cost: 'list',
    read: async (own) => {
      const { id, viewer, request } = own;
      const query = { circleId: id, ownerId: viewer.id, limit: mostShown, page: pageNumber(request) };
      const [members, name] = await Promise.all([domain.listCircleMembers(query), nameOf(own)]);
      return { circle: { id: id as Circle['id'], name }, members };
    },
    typed: (_own, { circle }) => asTyped({ name: circle.name }),
    render: circleView,
    actions: {
      add: {
        run: async ({ id: circleId, viewer, view }, typed) => {
          const username = typedText(typed, 'usernames').replace(/^@/, '');
          const user = await domain.findUser({ username }).catch((error: unknown) => {
            if (!(error instanceof DomainError) || error.problem.code !== 'not_found') throw error;
            throw new FormFault({ usernames: view.texts.faults.usernameUnknown });
          });
          await domain.addCircleMembers({ circleId, ownerId: viewer.id, userIds: [user.id] });
          return `/my/circles/${circleId}?done=member`;
        },
      },
      'remove-member': {
        run: async ({ id: circleId, viewer }, typed) => {
          await domain.removeCircleMember({ circleId, ownerId: viewer.id, userId: typedText(typed, 'user') });
          return `/my/circles/${circleId}?done=saved`;
        },
      },
      rename: {
        run: async ({ id: circleId, viewer }, typed) => {
          await domain.renameCircle({ circleId, ownerId: viewer.id, name: typedText(typed, 'name') });
          return `/my/circles/${circleId}?done=saved`;
        },
      },
      delete: {
        run: async ({ id: circleId, viewer }) => {
          await domain.deleteCircle({ circleId, ownerId: viewer.id });
          return '/my/circles?done=deleted';
        },
      },
    },
  });
};
