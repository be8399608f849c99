import {
  type AnnouncementGroup,
  announcementFaults,
  announcementGroups,
  refuseInput,
} from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { type Typed, typedList, typedText } from '../../forms/typed.ts';
import { type AnnounceData, announceView } from '../../views/organise/announce-view.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { FormFault } from '../own/form-fault.ts';
import type { ownPages } from '../own/own-pages.ts';
import { managedBy, pageNumber } from './overview-pages.ts';

const mostShown = 10;

const groupsIn = (typed: Typed | null): readonly AnnouncementGroup[] => {
  const chosen = typed ? typedList(typed, 'to') : [];
  return announcementGroups.filter((group) => chosen.includes(group));
};

/** The page on which those who manage an event write to its guests. */
export const announcePages = (
  _app: App,
  dependencies: GuestDependencies,
  { form }: Pick<ReturnType<typeof ownPages>, 'form'>,
): void => {
  const { domain } = dependencies;

  const showAgain = (typed: Typed, step: 'preview' | ''): never => {
    throw new FormFault({}, 200, false, { ...typed, step: [step] });
  };

  /** What is wrong is told before the text is looked at. */
  const preview = (typed: Typed): never => {
    const faults = announcementFaults({ text: typedText(typed, 'text'), to: groupsIn(typed) });
    if (faults.length > 0) throw refuseInput(...faults);
    return showAgain(typed, 'preview');
  };

  form<AnnounceData>('/organise/:id/announce', {
    read: async (own, typed) => {
      const { event } = await managedBy(dependencies, own);
      const query = { eventId: event.id, callerId: own.viewer.id };
      const [audience, sent] = await Promise.all([
        domain.countAudience({ ...query, to: groupsIn(typed) }),
        domain.listAnnouncements({ ...query, limit: mostShown, page: pageNumber(own.request) }),
      ]);
      return { event, audience, sent };
    },
    typed: () => ({ to: ['going'] }),
    render: announceView,
    actions: {
      preview: { run: async (_own, typed) => preview(typed) },
      change: { run: async (_own, typed) => showAgain(typed, '') },
      send: {
        once: 'usual',
        run: async ({ id: eventId, viewer }, typed, _data, within) => {
          await within.announce({
            ...{ eventId, callerId: viewer.id, text: typedText(typed, 'text') },
            to: groupsIn(typed),
          });
          return `/organise/${eventId}/announce?done=announced`;
        },
      },
    },
  });
};
