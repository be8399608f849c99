import { wellFormedUsername } from '../input/tokens.ts';
import { PageQuery, pageOf, presentPage } from '../schemas/common/paging.ts';
import { PublicUserShape, presentPublicUser } from '../schemas/user.ts';
import { type Operations, operation } from './operation.ts';

export const users: Operations = {
  findUser: operation('GET /users/:username', 'Profile', {
    summary: 'Find a user by username',
    description: 'By the whole username, in any case of its letters.',
    problems: ['not_found'],
    responses: { 200: PublicUserShape },
    handler: async ({ domain, params }, { links }) =>
      presentPublicUser(await domain.findUser({ username: wellFormedUsername(params.username) }), links),
  }),

  listBlockedUsers: operation('GET /me/blocked-users', 'Invitations', {
    summary: 'List the users whom the caller blocks',
    description: 'By name.',
    query: PageQuery,
    responses: { 200: pageOf(PublicUserShape, 'users') },
    handler: async ({ domain, callerId, query }, { links }) =>
      presentPage(await domain.listBlockedUsers({ ...query, callerId }), presentPublicUser, links),
  }),

  blockUser: operation('PUT /me/blocked-users/:userId', 'Invitations', {
    summary: 'Block a user',
    description:
      'Their invitations to the caller are skipped, and those sent before are no longer listed. Repeating it changes nothing.',
    problems: ['invalid_request', 'not_found'],
    handler: ({ domain, callerId, params: { userId } }) => domain.blockUser({ callerId, userId }),
  }),

  unblockUser: operation('DELETE /me/blocked-users/:userId', 'Invitations', {
    summary: 'Unblock a user',
    description: 'Repeating it changes nothing.',
    handler: ({ domain, callerId, params: { userId } }) => domain.unblockUser({ callerId, userId }),
  }),
};
