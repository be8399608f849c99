import { bringListModule, DomainError, refuse } from '@event-platform/domain';
import { asTyped, typedText } from '../../forms/typed.ts';
import { type BringData, bringView } from '../../views/organise/bring-view.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import type { ownPages } from '../own/own-pages.ts';
import { managedBy, pageNumber } from './overview-pages.ts';

/** On one page: it stays below its weight. */
const mostShown = 20;

const wholeNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

/** A title of a thing is typed into a field of its own, beside the title of events. */
const atThing = (error: unknown): never => {
  if (!(error instanceof DomainError) || error.problem.code !== 'invalid_request') throw error;
  const errors = error.problem.errors.map(({ path, message }) => ({
    ...{ path: path === '/title' ? '/thing' : path, message },
  }));
  throw new DomainError({ ...error.problem, errors });
};

/** The page on which those who manage an event write down what its guests may bring. */
export const bringPages = (
  dependencies: GuestDependencies,
  { form }: Pick<ReturnType<typeof ownPages>, 'form'>,
): void => {
  const { domain } = dependencies;

  form<BringData>('/organise/:id/bring', {
    read: async (own, typed) => {
      const { event } = await managedBy(dependencies, own);
      if (!event.enabledModules.includes(bringListModule)) throw refuse('not_found');
      const items = await domain.listBringItems({ eventId: event.id, callerId: own.viewer.id });
      const page = pageNumber(own.request);
      const { item } = own.request.query as { readonly item?: unknown };
      const chosenId = typed ? typedText(typed, 'item') : item;
      return {
        event,
        items: {
          items: items.slice((page - 1) * mostShown, page * mostShown),
          ...{ page, limit: mostShown, total: items.length },
        },
        chosen: items.find(({ id }) => id === chosenId) ?? null,
      };
    },
    typed: (_own, { chosen }) =>
      chosen ? asTyped({ thing: chosen.title, quantity: chosen.quantity }) : asTyped({ quantity: 1 }),
    render: bringView,
    actions: {
      add: {
        once: 'usual',
        run: async ({ id: eventId, viewer }, typed, _data, within) => {
          await within
            .addBringItem({
              ...{ eventId, callerId: viewer.id, title: typedText(typed, 'thing') },
              quantity: wholeNumber(typedText(typed, 'quantity')),
            })
            .catch(atThing);
          return `/organise/${eventId}/bring?done=member`;
        },
      },
      change: {
        run: async ({ id: eventId, viewer }, typed) => {
          await domain
            .changeBringItem({
              ...{ eventId, callerId: viewer.id, itemId: typedText(typed, 'item') },
              ...{ title: typedText(typed, 'thing'), quantity: wholeNumber(typedText(typed, 'quantity')) },
            })
            .catch(atThing);
          return `/organise/${eventId}/bring?done=saved`;
        },
      },
      remove: {
        run: async ({ id: eventId, viewer }, typed) => {
          await domain.removeBringItem({ eventId, callerId: viewer.id, itemId: typedText(typed, 'item') });
          return `/organise/${eventId}/bring?done=deleted`;
        },
      },
    },
  });
};
