import {
  BringItemBody,
  BringItemChangesBody,
  BringItemShape,
  ClaimBody,
  presentBringItem,
} from '../schemas/bring-list.ts';
import { listOf } from '../schemas/common/paging.ts';
import { type Operations, operation } from './operation.ts';

export const bringList: Operations = {
  listBringItems: operation('GET /events/:id/bring-list', 'Bring list', {
    summary: 'List what guests bring to an event',
    description:
      'In the order of making, for those who see the event. Who brings what is shown to callers with a tie to the event alone.',
    auth: 'optional',
    problems: ['module_disabled'],
    responses: { 200: listOf(BringItemShape, 'items') },
    handler: async ({ domain, callerId, params }, { links }) => {
      const items = await domain.listBringItems({ eventId: params.id, callerId });
      return { data: items.map((item) => presentBringItem(item, links)) };
    },
  }),

  addBringItem: operation('POST /events/:id/bring-list', 'Bring list', {
    summary: 'Add an item to the bring list',
    description: 'For the organizer and admins of the event.',
    problems: ['forbidden', 'module_disabled', 'bring_list_full'],
    body: BringItemBody,
    responses: { 201: BringItemShape },
    handler: async ({ domain, callerId, params, body: { title, quantity } }, { links }) =>
      presentBringItem(await domain.addBringItem({ eventId: params.id, callerId, title, quantity }), links),
  }),

  changeBringItem: operation('PATCH /events/:id/bring-list/:itemId', 'Bring list', {
    summary: 'Change an item of the bring list',
    description: 'For the organizer and admins of the event.',
    problems: ['forbidden', 'not_found', 'module_disabled', 'quantity_below_claimed'],
    body: BringItemChangesBody,
    responses: { 200: BringItemShape },
    handler: async ({ domain, callerId, params, body }, { links }) => {
      const { id: eventId, itemId } = params;
      const { title, quantity } = body;
      return presentBringItem(
        await domain.changeBringItem({ eventId, itemId, callerId, title, quantity }),
        links,
      );
    },
  }),

  removeBringItem: operation('DELETE /events/:id/bring-list/:itemId', 'Bring list', {
    summary: 'Remove an item from the bring list',
    description: 'With its claims. For the organizer and admins of the event.',
    problems: ['forbidden', 'not_found', 'module_disabled'],
    handler: ({ domain, callerId, params: { id: eventId, itemId } }) =>
      domain.removeBringItem({ eventId, itemId, callerId }),
  }),

  claimBringItem: operation('PUT /events/:id/bring-list/:itemId/claim', 'Bring list', {
    summary: 'Bring some of an item',
    description:
      'Sets how much the caller brings. For guests who are going or booked, and the managers of the event.',
    problems: [
      'not_found',
      'module_disabled',
      'event_cancelled',
      'event_postponed',
      'event_over',
      'not_going',
      'item_taken',
    ],
    body: ClaimBody,
    responses: { 200: BringItemShape },
    handler: async ({ domain, callerId: userId, params, body: { quantity } }, { links }) => {
      const { id: eventId, itemId } = params;
      return presentBringItem(await domain.claimBringItem({ eventId, itemId, userId, quantity }), links);
    },
  }),

  releaseBringItem: operation('DELETE /events/:id/bring-list/:itemId/claim', 'Bring list', {
    summary: 'Bring nothing of an item',
    description: 'Always possible.',
    handler: ({ domain, callerId: userId, params: { id: eventId, itemId } }) =>
      domain.releaseBringItem({ eventId, itemId, userId }),
  }),
};
