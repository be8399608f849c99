import type { App } from '@event-platform/http';
import { checkInPage } from './check-in-page.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { languageQuery } from './guest/language.ts';
import { accountPage } from './my/account-page.ts';
import { circlesPages } from './my/circles-pages.ts';
import { myEventsPage } from './my/my-events-page.ts';
import { announcePages } from './organise/announce-pages.ts';
import { bringPages } from './organise/bring-pages.ts';
import { eventFormPages } from './organise/event-form-pages.ts';
import { guestListPages } from './organise/guest-list-pages.ts';
import { invitePages } from './organise/invite-pages.ts';
import { overviewPages } from './organise/overview-pages.ts';
import { ownPages } from './own/own-pages.ts';

/** The pages of somebody who is signed in: `/my/…`, and the door of an event. */
export const myPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const pages = ownPages(app, dependencies);
  myEventsPage(dependencies, pages); //  /my/events
  accountPage(app, dependencies, pages); //   /my/account
  circlesPages(dependencies, pages); //  /my/circles, /my/circles/:id
  checkInPage(dependencies, pages); //   /e/:id/check-in
  // Where they were before.
  app.get('/my-events', async (request, reply) =>
    reply.redirect(`${dependencies.site.basePath}/my/events${languageQuery(request)}`, 301),
  );
};

/** The pages for organizers: `/organise/…`. */
export const organisePages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const pages = ownPages(app, dependencies);
  overviewPages(app, dependencies, pages); //   /organise, /organise/:id, …/cancel, …/delete
  eventFormPages(app, dependencies, pages); //  /organise/new, /organise/:id/edit
  guestListPages(app, dependencies, pages); //  /organise/:id/guests, ….csv, …/print
  invitePages(app, dependencies, pages); //     /organise/:id/invite
  announcePages(app, dependencies, pages); //   /organise/:id/announce
  bringPages(dependencies, pages); //           /organise/:id/bring
  app.get<{ Params: { readonly id: string } }>('/organise/:id/check-in', async (request, reply) =>
    reply.redirect(
      `${dependencies.site.basePath}/e/${encodeURIComponent(request.params.id)}/check-in${languageQuery(request)}`,
      301,
    ),
  );
};
