import { type AnnouncementGroup, announcementGroups, limits } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { type Typed, typedList, typedText } from '../../forms/typed.ts';
import { type AnnounceData, announceView } from '../../views/organise/announce-view.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { FormFault } from '../own/form-fault.ts';
import type { Own } from '../own/own.ts';
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

  /** Shows the form again. A wrong text is told before anybody reads it. */
  const showAgain = (own: Own, typed: Typed, step: 'preview' | ''): never => {
    const { faults } = own.view.texts;
    const text = typedText(typed, 'text');
    const wrong = {
      ...(text === '' || text.length > 2 * limits.announcementLength ? { text: faults.text } : {}),
      ...(groupsIn(typed).length === 0 ? { to: faults.to } : {}),
    };
    const isWrong = step === 'preview' && Object.keys(wrong).length > 0;
    throw new FormFault(isWrong ? wrong : {}, isWrong ? 400 : 200, false, { ...typed, step: [step] });
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
      preview: { run: async (own, typed) => showAgain(own, typed, 'preview') },
      change: { run: async (own, typed) => showAgain(own, typed, '') },
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
