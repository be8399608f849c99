import { CircleBody, CircleShape, MembersBody, presentCircle } from '../schemas/circle.ts';
import { PageQuery, pageOf, presentPage } from '../schemas/common/paging.ts';
import { PublicUserShape, presentPublicUser } from '../schemas/user.ts';
import { type Operations, operation } from './operation.ts';

export const circles: Operations = {
  listCircles: operation('GET /me/circles', 'Circles', {
    summary: 'List the circles of the caller',
    description: 'By name.',
    query: PageQuery,
    responses: { 200: pageOf(CircleShape, 'circles') },
    handler: async ({ domain, callerId, query }) =>
      presentPage(await domain.listCircles({ ...query, ownerId: callerId }), presentCircle),
  }),

  createCircle: operation('POST /me/circles', 'Circles', {
    summary: 'Create a circle',
    description: 'Without members: `addCircleMembers` adds them.',
    body: CircleBody,
    responses: { 201: CircleShape },
    handler: async ({ domain, callerId, body: { name } }) =>
      presentCircle(await domain.createCircle({ ownerId: callerId, name })),
  }),

  renameCircle: operation('PATCH /me/circles/:id', 'Circles', {
    summary: 'Rename a circle',
    description: 'Its members stay.',
    body: CircleBody,
    responses: { 200: CircleShape },
    handler: async ({ domain, callerId, params, body: { name } }) =>
      presentCircle(await domain.renameCircle({ circleId: params.id, ownerId: callerId, name })),
  }),

  deleteCircle: operation('DELETE /me/circles/:id', 'Circles', {
    summary: 'Delete a circle',
    description: 'Invitations already sent to its members stay.',
    handler: ({ domain, callerId, params }) =>
      domain.deleteCircle({ circleId: params.id, ownerId: callerId }),
  }),

  listCircleMembers: operation('GET /me/circles/:id/members', 'Circles', {
    summary: 'List the members of a circle',
    description: 'By name.',
    cost: 'list',
    query: PageQuery,
    responses: { 200: pageOf(PublicUserShape, 'users') },
    handler: async ({ domain, callerId, params, query }, { links }) =>
      presentPage(
        await domain.listCircleMembers({ ...query, circleId: params.id, ownerId: callerId }),
        presentPublicUser,
        links,
      ),
  }),

  addCircleMembers: operation('POST /me/circles/:id/members', 'Circles', {
    summary: 'Add users to a circle',
    description: 'Returns the circle. Current members and unknown ids are skipped.',
    body: MembersBody,
    responses: { 200: CircleShape },
    handler: async ({ domain, callerId, params, body: { userIds } }) =>
      presentCircle(await domain.addCircleMembers({ circleId: params.id, ownerId: callerId, userIds })),
  }),

  removeCircleMember: operation('DELETE /me/circles/:id/members/:userId', 'Circles', {
    summary: 'Remove a user from a circle',
    description: 'Their invitations stay. Repeating it succeeds.',
    handler: ({ domain, callerId, params: { id: circleId, userId } }) =>
      domain.removeCircleMember({ circleId, userId, ownerId: callerId }),
  }),
};
