import type { MyEventsRole } from '@event-platform/domain';
import type { Static } from 'typebox';
import { isAnonymous } from '../authenticate.ts';
import { askedChangesOf, newEventOf } from '../input/event-draft.ts';
import { dateBoundOf } from '../input/instants.ts';
import { type Middle, presentEvent, presentListedEvent } from '../presenters/present-event.ts';
import { cursorPageOf, PageQuery, pageOf, presentCursorPage, presentPage } from '../schemas/common/paging.ts';
import {
  CancelBody,
  EventDetailShape,
  EventListItemShape,
  RsvpBody,
  RsvpShape,
  SaveBody,
  SavedShape,
} from '../schemas/events/event.ts';
import { EventChangesBody, NewEventBody } from '../schemas/events/event-body.ts';
import { ListQuery, MyEventsQuery, SearchQuery } from '../schemas/events/event-query.ts';
import { PublicUserShape, presentPublicUser } from '../schemas/user.ts';
import { type Operations, operation } from './operation.ts';

const filterOf = ({
  category,
  tag,
  dateFrom,
  dateTo,
  attendance,
}: Pick<Static<typeof ListQuery>, 'category' | 'tag' | 'dateFrom' | 'dateTo' | 'attendance'>) => ({
  category: category?.split(','),
  tag: tag?.split(','),
  attendance: attendance?.split(','),
  dateFrom: dateBoundOf(dateFrom),
  dateTo: dateBoundOf(dateTo),
});

/** The service refuses one without the other. */
const middleOf = ({ lat, lng }: { readonly lat?: number; readonly lng?: number }): Middle | null =>
  lat === undefined || lng === undefined ? null : { lat, lng };

export const events: Operations = {
  listEvents: operation('GET /events', 'Discovery', {
    summary: 'List public events',
    description: 'Ordered by start. Without `dateFrom`, only events that have not ended yet.',
    auth: 'optional',
    cost: 'list',
    query: ListQuery,
    responses: { 200: cursorPageOf(EventListItemShape, 'events') },
    handler: async (request, { sendEvents }, reply) =>
      sendEvents(
        request,
        reply,
        await request.domain.listEvents({
          ...request.query,
          ...filterOf(request.query),
          callerId: request.callerId,
        }),
        middleOf(request.query),
      ),
  }),

  searchEvents: operation('GET /events/search', 'Discovery', {
    summary: 'Search public events',
    description: 'Ordered by relevance, then by start. Takes the filters of the list.',
    auth: 'optional',
    cost: 'list',
    query: SearchQuery,
    responses: { 200: cursorPageOf(EventListItemShape, 'events') },
    handler: async (request, { sendEvents }, reply) =>
      sendEvents(
        request,
        reply,
        await request.domain.searchEvents({
          ...request.query,
          ...filterOf(request.query),
          callerId: request.callerId,
        }),
        middleOf(request.query),
      ),
  }),

  getEvent: operation('GET /events/:id', 'Discovery', {
    summary: 'Get an event',
    description: 'One that the caller may not see is as unknown; a cancelled one says so in `status`.',
    auth: 'optional',
    responses: { 200: EventDetailShape },
    handler: async (request, { links, sendEvent }, reply) => {
      const { domain, callerId, params } = request;
      const event = await domain.getEvent({ eventId: params.id, callerId });
      if (!isAnonymous(request)) return presentEvent(event, links);
      return sendEvent(request, reply, event, () => String(reply.serialize(presentEvent(event, links))));
    },
  }),

  answerRsvp: operation('POST /events/:id/rsvp', 'My events', {
    summary: 'Set or clear the RSVP of the caller',
    description:
      'Clearing it is always possible. After `rsvpUntil` of the event only the same answer again is.',
    problems: ['removed_by_organizer', 'event_cancelled', 'event_postponed', 'rsvp_closed'],
    body: RsvpBody,
    responses: { 200: RsvpShape },
    handler: ({ domain, callerId: userId, params, body }) =>
      domain.answerRsvp({ eventId: params.id, userId, state: body.status }),
  }),

  saveEvent: operation('POST /events/:id/save', 'My events', {
    summary: 'Save or unsave an event',
    description:
      'Repeating it changes nothing. An event that the caller may no longer see can still be unsaved.',
    body: SaveBody,
    responses: { 200: SavedShape },
    handler: ({ domain, callerId: userId, params, body: { saved } }) =>
      domain.saveEvent({ eventId: params.id, userId, saved }),
  }),

  listMyEvents: operation('GET /me/events', 'My events', {
    summary: 'Events that the caller organizes, answered or saved',
    description: 'Includes private and cancelled events, and past ones unless `when` leaves them out.',
    cost: 'list',
    query: MyEventsQuery,
    responses: { 200: cursorPageOf(EventListItemShape, 'events') },
    handler: async ({ domain, callerId, query }, { links }) =>
      presentCursorPage(
        await domain.listMyEvents({ ...query, role: query.role.split(',') as MyEventsRole[], callerId }),
        presentListedEvent,
        links,
      ),
  }),

  createEvent: operation('POST /events', 'Event management', {
    summary: 'Create an event',
    description: 'The caller becomes its organizer.',
    body: NewEventBody,
    responses: { 201: EventDetailShape },
    handler: async ({ domain, callerId: organizerId, body }, { links }, reply) => {
      const event = await domain.createEvent({ organizerId, ...newEventOf(body) });
      reply.header('location', links.event(event.id));
      return presentEvent(event, links);
    },
  }),

  updateEvent: operation('PATCH /events/:id', 'Event management', {
    summary: 'Change an event',
    description: 'For its organizer and admins. Another `startAt` is the new date of a postponed event.',
    problems: ['forbidden', 'event_cancelled', 'event_changed_meanwhile', 'question_answered'],
    body: EventChangesBody,
    responses: { 200: EventDetailShape },
    handler: async ({ domain, callerId, origin, params, body }, { links }) =>
      presentEvent(
        await domain.updateEvent({
          ...{ eventId: params.id, callerId, changes: askedChangesOf(body), origin },
          ifVersion: body.ifVersion,
        }),
        links,
      ),
  }),

  cancelEvent: operation('POST /events/:id/cancel', 'Event management', {
    summary: 'Cancel an event',
    description: 'For its organizer. The event stays readable; repeating it changes nothing.',
    problems: ['forbidden'],
    body: CancelBody,
    responses: { 200: EventDetailShape },
    handler: async ({ domain, callerId, params, body: { reason } }, { links }) =>
      presentEvent(await domain.cancelEvent({ eventId: params.id, callerId, reason }), links),
  }),

  postponeEvent: operation('POST /events/:id/postpone', 'Event management', {
    summary: 'Postpone an event',
    description:
      'For its organizer and admins. No list shows it until it has another `startAt`; RSVPs and bookings stay, and its guests are told. Repeating it changes nothing.',
    problems: ['forbidden', 'event_cancelled'],
    responses: { 200: EventDetailShape },
    handler: async ({ domain, callerId, params }, { links }) =>
      presentEvent(await domain.postponeEvent({ eventId: params.id, callerId }), links),
  }),

  deleteEvent: operation('DELETE /events/:id', 'Event management', {
    summary: 'Delete an event',
    description: 'For its organizer. Its RSVPs, invitations and saves are deleted with it.',
    problems: ['forbidden'],
    handler: ({ domain, callerId, origin, params }) =>
      domain.deleteEvent({ eventId: params.id, callerId, origin }),
  }),

  listEventAdmins: operation('GET /events/:id/admins', 'Event management', {
    summary: 'List the admins of the event',
    description: 'By name. For its organizer and admins.',
    problems: ['forbidden'],
    query: PageQuery,
    responses: { 200: pageOf(PublicUserShape, 'users') },
    handler: async ({ domain, callerId, params, query }, { links }) =>
      presentPage(
        await domain.listEventAdmins({ ...query, eventId: params.id, callerId }),
        presentPublicUser,
        links,
      ),
  }),

  addEventAdmin: operation('PUT /events/:id/admins/:userId', 'Event management', {
    summary: 'Make a user an admin of the event',
    description:
      'For its organizer. Repeating it changes nothing. A user who blocks the organizer is treated like an unknown one, and no user administers more than 20 events of one organizer.',
    problems: ['forbidden', 'not_found', 'admin_limit'],
    handler: ({ domain, callerId, params: { id: eventId, userId } }) =>
      domain.addEventAdmin({ eventId, userId, callerId }),
  }),

  removeEventAdmin: operation('DELETE /events/:id/admins/:userId', 'Event management', {
    summary: 'Remove an admin from the event',
    description: 'For its organizer, and for the admin to remove themselves. Repeating it changes nothing.',
    problems: ['forbidden'],
    handler: ({ domain, callerId, params: { id: eventId, userId } }) =>
      domain.removeEventAdmin({ eventId, userId, callerId }),
  }),
};
