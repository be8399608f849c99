import {
  type CountedActivity,
  type EventActivity,
  type Notice,
  type NoticeContent,
  type NoticeEvent,
  toldOfTakenDown,
} from '@event-platform/domain';
import { sql } from 'kysely';

type StoredEvent = Omit<NoticeEvent, 'startAt' | 'endAt' | 'isAllDay'> & {
  /** Absent in what was stored before events could be of whole days. */
  readonly isAllDay?: boolean;
  readonly startAt: string;
  readonly endAt: string;
};

type WithStoredEvent<Value> = Omit<Value, 'event'> & { readonly event: StoredEvent | null };
export type ContentRow = WithStoredEvent<NoticeContent>;
export interface NoticeRow extends Omit<WithStoredEvent<Notice>, 'activity'> {
  /** As it is counted on; the people are ids there. */
  readonly activity: CountedActivity | null;
  readonly people: EventActivity['people'] | null;
}

const toEvent = (event: StoredEvent | null): NoticeEvent | null =>
  event && { isAllDay: false, ...event, startAt: new Date(event.startAt), endAt: new Date(event.endAt) };

export const toContent = (row: ContentRow): NoticeContent => ({ ...row, event: toEvent(row.event) });

export const toNotice = ({ activity, people, ...row }: NoticeRow): Notice => ({
  id: row.id,
  kind: row.kind,
  event: toEvent(row.event),
  changes: row.changes,
  text: row.text,
  activity: activity && { ...activity.counts, people: people ?? [] },
  createdAt: row.createdAt,
  readAt: row.readAt,
});

export const contentColumns = sql`c.id, c.key, c.kind, c.event, c.changes, c.body as text, c.created_at as "createdAt"`;
export const noticeColumns = sql`n.id, c.kind, c.event, c.changes, c.body as text, n.created_at as "createdAt",
  n.read_at as "readAt", n.activity, case when n.activity is not null then (
    select json_agg(json_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar) order by p.nr)
    from jsonb_array_elements_text(n.activity -> 'people') with ordinality p (id, nr)
    join app_user u on u.id = p.id::uuid and u.erased_at is null
  ) end as people`;

/** Whether the user of the notice `n` sees it, of the content `c`: of activity, while they manage the event. */
export const isNoticeShown = sql`not exists (
  select from event t where t.id = (c.event ->> 'id')::uuid and t.organizer_id <> n.user_id and (
    t.visibility = 'taken_down' and c.kind <> all(${[...toldOfTakenDown]}::text[])
    or c.kind = 'event_activity' and not exists (
      select from event_admin a where a.event_id = t.id and a.user_id = n.user_id
    )
  )
)`;
