import { Readable } from 'node:stream';
import { type App, presentExport } from '@event-platform/http';
import { pictureChange, typedPicture } from '../../forms/picture-fields.ts';
import { asTyped, typedText } from '../../forms/typed.ts';
import { type AccountData, accountView, deleteAccountView } from '../../views/my/account-view.ts';
import { emailRoutes } from '../answers/email-routes.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import type { ownPages } from '../own/own-pages.ts';

const mostBlocked = 50;

/** The page of one's account. */
export const accountPage = (
  app: App,
  dependencies: GuestDependencies,
  { form }: Pick<ReturnType<typeof ownPages>, 'form'>,
): void => {
  const { domain, clock, guestCookie } = dependencies;
  const saved = '/my/account?done=saved';
  // The code of a mail is typed on a page of its own, as for a guest.
  emailRoutes(app, dependencies, async () => ({ path: '/my/account' }), '/my/account', ['pageCookie']);

  form<AccountData>('/my/account', {
    read: async ({ viewer, sessionId }) => {
      const [sessions, blocked] = await Promise.all([
        domain.listSessions({ userId: viewer.id, sessionId }),
        domain.listBlockedUsers({ callerId: viewer.id, limit: mostBlocked }),
      ]);
      return { sessions, blocked: blocked.items };
    },
    typed: ({ viewer: { name, username, bio, city, avatar, locale } }) => ({
      ...asTyped({ name, username, bio, city, locale }),
      ...typedPicture('avatar', avatar),
    }),
    render: accountView,
    actions: {
      save: {
        picture: 'avatar',
        run: async ({ viewer }, typed) => {
          const text = (name: string) => typedText(typed, name);
          // One that was uploaded stays where no other one is chosen.
          const picture = pictureChange(typed, 'avatar', viewer.avatar);
          await domain.updateProfile({
            userId: viewer.id,
            changes: {
              ...{ name: text('name'), username: text('username'), bio: text('bio'), city: text('city') },
              ...{ locale: text('locale') || null, avatar: picture.url, avatarId: picture.id },
            },
          });
          return saved;
        },
      },
      'remove-email': {
        run: async ({ viewer }) => {
          await domain.removeEmail({ userId: viewer.id });
          return '/my/account?done=emailRemoved';
        },
      },
      unblock: {
        run: async ({ viewer }, typed) => {
          await domain.unblockUser({ callerId: viewer.id, userId: typedText(typed, 'user') });
          return '/my/account?done=unblocked';
        },
      },
      end: {
        run: async ({ viewer, sessionId: currentSessionId, origin }, typed) => {
          const sessionId = typedText(typed, 'session');
          await domain.endSession({ userId: viewer.id, currentSessionId, sessionId, origin });
          return '/my/account?done=ended';
        },
      },
      'end-others': {
        run: async ({ viewer, sessionId, origin }) => {
          await domain.endOtherSessions({ userId: viewer.id, sessionId, origin });
          return '/my/account?done=ended';
        },
      },
      export: {
        cost: 'download',
        run: async ({ viewer, sessionId, origin, reply }) => {
          const batches = await domain.exportAccount({ userId: viewer.id, sessionId, origin });
          reply
            .type('application/json; charset=utf-8')
            .header('content-disposition', 'attachment; filename="export.json"');
          return reply.send(Readable.from(presentExport(batches, clock.now()), { objectMode: false }));
        },
      },
    },
  });

  form<null>('/my/account/delete', {
    read: async () => null,
    render: deleteAccountView,
    actions: {
      confirm: {
        run: async ({ viewer, sessionId, origin, reply }) => {
          await domain.deleteAccount({ userId: viewer.id, sessionId, origin });
          reply.removeHeader('set-cookie');
          guestCookie.clear(reply);
          return '/';
        },
      },
    },
  });
};
