import { DomainError, limits, type UserId } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { type Typed, typedList, typedText } from '../../forms/typed.ts';
import { type InviteData, inviteView } from '../../views/organise/invite-view.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { FormFault } from '../own/form-fault.ts';
import type { Own } from '../own/own.ts';
import type { ownPages } from '../own/own-pages.ts';
import { managedBy, pageNumber } from './overview-pages.ts';

const mostShown = 20;
/** Looked up one by one. */
const mostUsernames = 20;
/** Addresses that take no longer than another write, as in the API. */
const mostAtOnce = 10;

/** Addresses as people paste them: lists of any kind, with names around them. */
export const pastedEmails = (text: string): readonly string[] =>
  text
    // A name in quotes may have commas.
    .replaceAll(/"[^"\n]*"(?=\s*<)/g, '')
    .split(/[,;\n]/)
    .flatMap((part) => {
      const [, inBrackets] = /<([^<>]*)>/.exec(part) ?? [];
      if (inBrackets !== undefined) return [inBrackets.trim()];
      const words = part.trim().split(/\s+/);
      return words.every((word) => word.includes('@')) ? words : [part.trim()];
    })
    .filter((email) => email !== '');

const countIn = (own: Own, name: string): number | null => {
  const value = (own.request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : null;
};

/** The page on which those who manage an event invite people to it. */
export const invitePages = (
  _app: App,
  dependencies: GuestDependencies,
  { form }: Pick<ReturnType<typeof ownPages>, 'form'>,
): void => {
  const { domain, links } = dependencies;

  const usersOf = async (own: Own, typed: Typed): Promise<readonly UserId[]> => {
    const names = typedText(typed, 'usernames')
      .split(/[\s,;]+/)
      .map((name) => name.replace(/^@/, ''))
      .filter((name) => name !== '');
    const unknown = (name: string) =>
      new FormFault({ usernames: `${own.view.texts.faults.usernameUnknown} (${name})` });
    if (names.length > mostUsernames)
      throw new FormFault({ usernames: own.view.texts.faults.usernamesMany(mostUsernames) });
    return Promise.all(
      names.map(async (username) => {
        const user = await domain.findUser({ username }).catch((error: unknown) => {
          throw error instanceof DomainError && error.problem.code === 'not_found'
            ? unknown(username)
            : error;
        });
        return user.id;
      }),
    );
  };

  /** Says which addresses cannot be read; throws any other error. */
  const asFault = (own: Own, emails: readonly string[], error: unknown): never => {
    if (!(error instanceof DomainError) || error.problem.code !== 'invalid_request') throw error;
    const { faults } = own.view.texts;
    if (emails.length > limits.inviteEmails)
      throw new FormFault({ emails: faults.emailsMany(limits.inviteEmails) });
    const wrong = error.problem.errors.flatMap(
      ({ path }) => emails[Number(/^\/emails\/(\d+)$/.exec(path)?.[1])] ?? [],
    );
    throw wrong.length === 0 ? error : new FormFault({ emails: faults.emails(wrong.join(', ')) });
  };

  form<InviteData>('/organise/:id/invite', {
    cost: 'list',
    read: async (own) => {
      const { event } = await managedBy(dependencies, own);
      const query = { eventId: event.id, callerId: own.viewer.id };
      const [circles, invitations, token] = await Promise.all([
        domain.listCircles({ ownerId: own.viewer.id, limit: 50 }),
        domain.listEventInvitations({ ...query, limit: mostShown, page: pageNumber(own.request) }),
        domain.findInviteLink(query),
      ]);
      const [sent, skipped] = [countIn(own, 'sent'), countIn(own, 'skipped')];
      return {
        event,
        circles: circles.items,
        invitations,
        url: token && links.invitation(token),
        outcome: sent === null ? null : { sent, skipped: skipped ?? 0 },
      };
    },
    render: inviteView,
    actions: {
      send: {
        cost: (typed) =>
          typedList(typed, 'circles').length > 0 ||
          pastedEmails(typedText(typed, 'emails')).length > mostAtOnce
            ? 'bulk'
            : 'write',
        run: async (own, typed) => {
          const emails = pastedEmails(typedText(typed, 'emails'));
          const userIds = await usersOf(own, typed);
          const circleIds = typedList(typed, 'circles');
          if (emails.length + userIds.length + circleIds.length === 0)
            throw new FormFault({ emails: own.view.texts.faults.nobody });
          const command = { eventId: own.id, callerId: own.viewer.id, circleIds, userIds, emails };
          const { sent, skipped } = await domain
            .invite(command)
            .catch((error: unknown) => asFault(own, emails, error));
          return `/organise/${own.id}/invite?sent=${sent}&skipped=${skipped}`;
        },
      },
      link: {
        run: async ({ id: eventId, viewer }) => {
          await domain.makeInviteLink({ eventId, callerId: viewer.id });
          return `/organise/${eventId}/invite?done=link`;
        },
      },
      rotate: {
        run: async ({ id: eventId, viewer, origin }) => {
          await domain.rotateInviteLink({ eventId, callerId: viewer.id, origin });
          return `/organise/${eventId}/invite?done=rotated`;
        },
      },
      revoke: {
        run: async ({ id: eventId, viewer, origin }, typed) => {
          const invitationId = typedText(typed, 'invitation');
          await domain.revokeInvitation({ eventId, invitationId, callerId: viewer.id, origin });
          return `/organise/${eventId}/invite?done=revoked`;
        },
      },
      resend: {
        run: async ({ id: eventId, viewer }, typed) => {
          const invitationId = typedText(typed, 'invitation');
          await domain.resendInvitation({ eventId, invitationId, callerId: viewer.id });
          return `/organise/${eventId}/invite?done=resent`;
        },
      },
    },
  });
};
