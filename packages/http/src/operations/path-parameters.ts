import { Type } from 'typebox';
import type { WireCode } from '../problems/problem-codes.ts';

/** The format is only documented: the validator ignores it, since an id that is not a UUID is unknown (404). */
const id = (what: string, problem?: WireCode) => ({
  schema: { format: 'uuid', description: `Id of the ${what}.` },
  problem,
});

const text = (description: string) => ({ schema: { description }, problem: undefined });

/** What each parameter names, by the collection before it, and how each operation refuses one that is unknown. */
const parameters = {
  'admins/:userId': id('user'),
  'attendees/:userId': id('user'),
  'blocked-users/:userId': id('user'),
  'bookings/:bookingId': id('booking', 'not_found'),
  'bring-list/:itemId': id('item'),
  'calendars/:token': text('The token in the address of the feed.'),
  'categories/:slug': { schema: { description: 'The slug of the category.' }, problem: 'not_found' as const },
  'circles/:id': id('circle', 'not_found'),
  'deliveries/:deliveryId': id('delivery', 'not_found'),
  'devices/:id': { schema: { format: 'uuid', description: 'Id of the device.' }, problem: undefined },
  'event-invites/:id': id('invitation', 'invitation_not_found'),
  'event-invites/:token': text('The token of a personal invitation or of a shared link.'),
  'event-series/:id': id('series', 'not_found'),
  'events/:id': id('event', 'event_not_found'),
  'invites/:inviteId': id('invitation', 'invitation_not_found'),
  'members/:userId': id('user'),
  'pictures/:id': { schema: { description: 'Id of the picture.' }, problem: 'not_found' as const },
  'reports/:targetId': id('target'),
  'sessions/:id': id('session', 'not_found'),
  'users/:id': id('user'),
  'users/:username': text('A username; case does not matter.'),
  'webhooks/:id': id('webhook', 'not_found'),
};

/** The names of the parameters of a path: `id` and `userId` of `/events/:id/admins/:userId`. */
export type ParameterIn<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParameterIn<`/${More}`>
    : Rest
  : never;

/**
 * The schema of a path's parameters, and the problems of unknown ones.
 * @throws {Error} for a parameter that is not in the table above
 */
export const parametersOf = (path: string) => {
  const found = [...path.matchAll(/([^/]+\/:(\w+))/g)].map(([, key = '', name = '']) => {
    const parameter = parameters[key as keyof typeof parameters];
    if (!parameter) throw new Error(`${path}: ${key} is no known parameter`);
    return { name, ...parameter };
  });
  const properties = Object.fromEntries(found.map(({ name, schema }) => [name, Type.String(schema)]));
  return {
    params: found.length > 0 ? Type.Object(properties) : undefined,
    problems: found.flatMap(({ problem }) => (problem ? [problem] : [])),
  };
};
