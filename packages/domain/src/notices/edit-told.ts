import type { Dependencies } from '../dependencies.ts';
import type { EventRecord } from '../events/event.ts';
import { noticeEvent } from '../events/notice-event.ts';
import type { UserId } from '../ids.ts';
import { fieldChanges, type NoticeContent, toldValues } from './notice.ts';

type Stores = Pick<Dependencies['stores'], 'eventTimers'>;

/** What there is to tell of a change. */
export type ChangeNotice = Pick<NoticeContent, 'key' | 'event' | 'changes' | 'text'> & {
  /** Instead of the change's actor, when others took part: null tells them all. */
  readonly actorId?: UserId | null;
};

/** What the edits of an event come to; null when it is as it was. */
export const editTold = async (stores: Stores, event: EventRecord): Promise<ChangeNotice | null> => {
  const edit = await stores.eventTimers.takeEdit(event.id);
  const changes = edit && fieldChanges(edit.old, toldValues(noticeEvent(event)));
  if (!edit || !(changes || edit.isResumed)) return null;
  const key = `changed ${event.id} ${event.sequence}`;
  return { key, event: noticeEvent(event), changes, text: null, actorId: edit.actorId };
};
