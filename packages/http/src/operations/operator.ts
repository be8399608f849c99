import { listOf, pageOf, presentPage } from '../schemas/common/paging.ts';
import {
  AddCategoryBody,
  ChangeCategoryBody,
  ManagedCategoryShape,
  MergeCategoryBody,
} from '../schemas/events/category.ts';
import {
  CloseReportsBody,
  LookUpBody,
  ModeratedEventShape,
  ModeratedUserShape,
  OptionalReasonBody,
  presentDossier,
  presentModeratedEvent,
  presentModeratedUser,
  presentReportedTarget,
  ReasonBody,
  ReportedTargetShape,
  ReportsClosedShape,
  ReportsQuery,
  UserDossierShape,
} from '../schemas/operator.ts';
import { type Operations, operation } from './operation.ts';

export const operator: Operations = {
  listReports: operation('GET /operator/reports', 'Operators', {
    summary: 'List reports',
    description: 'One entry a target, the one that was reported last first.',
    auth: 'operator',
    query: ReportsQuery,
    responses: { 200: pageOf(ReportedTargetShape, 'reported targets') },
    handler: async ({ domain, query }) => presentPage(await domain.listReports(query), presentReportedTarget),
  }),

  closeReports: operation('POST /operator/reports/:targetId/close', 'Operators', {
    summary: 'Close the reports of a target',
    description: 'Closes its open reports and does what the action says, both or neither.',
    auth: 'operator',
    problems: ['is_operator'],
    body: CloseReportsBody,
    responses: { 200: ReportsClosedShape },
    handler: ({ domain, callerId: operatorId, origin, params: { targetId }, body: { action, note = '' } }) =>
      domain.closeReports({ operatorId, origin, targetId, action, note }),
  }),

  takeDownEvent: operation('POST /operator/events/:id/take-down', 'Operators', {
    summary: 'Take an event down',
    description:
      'It is unknown to all but its organizer at once: in lists, searches, feeds, pages and caches. Repeating it replaces the reason.',
    auth: 'operator',
    body: ReasonBody,
    responses: { 200: ModeratedEventShape },
    handler: async ({ domain, callerId: operatorId, origin, params, body: { reason } }) =>
      presentModeratedEvent(await domain.takeDownEvent({ operatorId, origin, eventId: params.id, reason })),
  }),

  restoreEvent: operation('POST /operator/events/:id/restore', 'Operators', {
    summary: 'Restore an event',
    description: 'All of it is back, unless its organizer is suspended: then it comes back with them.',
    auth: 'operator',
    body: OptionalReasonBody,
    responses: { 200: ModeratedEventShape },
    handler: async ({ domain, callerId: operatorId, origin, params, body: { reason = '' } }) =>
      presentModeratedEvent(await domain.restoreEvent({ operatorId, origin, eventId: params.id, reason })),
  }),

  suspendUser: operation('POST /operator/users/:id/suspend', 'Operators', {
    summary: 'Suspend a user',
    description:
      'Their sessions end at once, a sign-in gets the reason, and what they organize to come is taken down with them.',
    auth: 'operator',
    problems: ['is_operator'],
    body: ReasonBody,
    responses: { 200: ModeratedUserShape },
    handler: async ({ domain, callerId: operatorId, origin, params, body: { reason } }) =>
      presentModeratedUser(await domain.suspendUser({ operatorId, origin, userId: params.id, reason })),
  }),

  liftSuspension: operation('POST /operator/users/:id/lift', 'Operators', {
    summary: 'Lift a suspension',
    description: 'Their events come back with them, except for those that were taken down on their own.',
    auth: 'operator',
    body: OptionalReasonBody,
    responses: { 200: ModeratedUserShape },
    handler: async ({ domain, callerId: operatorId, origin, params, body: { reason = '' } }) =>
      presentModeratedUser(await domain.liftSuspension({ operatorId, origin, userId: params.id, reason })),
  }),

  listManagedCategories: operation('GET /operator/categories', 'Operators', {
    summary: 'List all categories',
    description: 'Hidden and merged ones, too.',
    auth: 'operator',
    responses: { 200: listOf(ManagedCategoryShape, 'categories') },
    handler: async ({ domain }) => ({ data: [...(await domain.listManagedCategories())] }),
  }),

  addCategory: operation('POST /operator/categories', 'Operators', {
    summary: 'Add a category',
    description: 'By name after those that have a position.',
    auth: 'operator',
    problems: ['category_exists'],
    body: AddCategoryBody,
    responses: { 201: ManagedCategoryShape },
    handler: ({ domain, callerId: operatorId, origin, body }) =>
      domain.addCategory({ operatorId, origin, ...body }),
  }),

  changeCategory: operation('PATCH /operator/categories/:slug', 'Operators', {
    summary: 'Rename, hide, show or move a category',
    description: 'Events are found by a new name within a minute, of a large category within some.',
    auth: 'operator',
    body: ChangeCategoryBody,
    responses: { 200: ManagedCategoryShape },
    handler: ({ domain, callerId: operatorId, origin, params: { slug }, body: changes }) =>
      domain.changeCategory({ operatorId, origin, slug, changes }),
  }),

  mergeCategory: operation('POST /operator/categories/:slug/merge', 'Operators', {
    summary: 'Merge a category into another one',
    description:
      'Its events become those of the other one, the first two thousand before the response. Its slug stands for the other one from then on, in filters, bodies and imports. Returns the other one.',
    auth: 'operator',
    body: MergeCategoryBody,
    responses: { 200: ManagedCategoryShape },
    handler: ({ domain, callerId: operatorId, origin, params: { slug }, body: { into } }) =>
      domain.mergeCategory({ operatorId, origin, slug, into }),
  }),

  lookUpUser: operation('POST /operator/users/look-up', 'Operators', {
    summary: 'Look up a user',
    description:
      'A POST, so that no phone number stands in an address. The audit log keeps who looked and why.',
    auth: 'operator',
    body: LookUpBody,
    responses: { 200: UserDossierShape },
    handler: async ({ domain, callerId: operatorId, origin, body: { phone, id, reason } }, { links }) =>
      presentDossier(await domain.lookUpUser({ operatorId, origin, phone, id, reason }), links),
  }),
};
