import { DomainError } from '@event-platform/domain';
import { openedBy } from '@event-platform/http';
import { asTyped, typedText } from '../forms/typed.ts';
import { type CheckInData, checkInView } from '../views/check-in-view.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { managedBy } from './organise/overview-pages.ts';
import { FormFault } from './own/form-fault.ts';
import type { ownPages } from './own/own-pages.ts';

/** The door of an event, for those who manage it, with pages for organizers or without: codes are typed or scanned, and counted. */
export const checkInPage = (
  dependencies: Pick<GuestDependencies, 'domain'>,
  { form }: Pick<ReturnType<typeof ownPages>, 'form'>,
): void => {
  const { domain } = dependencies;
  form<CheckInData>('/e/:id/check-in', {
    read: async (own) => {
      const [{ event }, checkedIn] = await Promise.all([
        managedBy(dependencies, own),
        domain.countCheckedIn({ eventId: own.id, callerId: own.viewer.id }),
      ]);
      return { event, checkedIn };
    },
    render: checkInView,
    actions: {
      guest: {
        credentials: ['ticket'],
        run: async ({ request, id: eventId, viewer, view }, typed) => {
          const { checkInGuest } = openedBy(request, 'ticket');
          const code = typedText(typed, 'ticket');
          const checkIn = await checkInGuest({ eventId, callerId: viewer.id, code }).catch(
            (error: unknown) => {
              const problem = error instanceof DomainError ? error.problem.code : null;
              if (problem === 'not_confirmed') throw new FormFault({ ticket: view.words.checkIn.waits }, 409);
              if (problem === 'not_found') throw new FormFault({ ticket: view.words.checkIn.unknown }, 404);
              throw error;
            },
          );
          const { user, booking } = checkIn.attendee;
          const shown = asTyped({
            name: user.name || view.words.checkIn.noName,
            seats: booking?.quantity ?? 1,
            before: checkIn.isFirst ? null : checkIn.checkedInAt.toISOString(),
          });
          // Shown where the manager types the next code.
          throw new FormFault({}, 200, true, shown);
        },
      },
    },
  });
};
