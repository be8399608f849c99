import { Migration } from '@mikro-orm/migrations';

/** People whom an organizer removed from an event, and when an invitation was accepted. */
export class RemovedGuests extends Migration {
  override up(): void {
    this.addSql(`create table removed_guest (
      event_id uuid not null
        constraint removed_guest_event_id_foreign references event on update cascade on delete cascade,
      user_id uuid not null
        constraint removed_guest_user_id_foreign references app_user on update cascade on delete cascade,
      removed_at timestamptz(3) not null,
      primary key (event_id, user_id)
    )`);
    this.addSql('create index removed_guest_user_id_index on removed_guest (user_id)');

    // A removal locks the user, and so do statements that let one in. These may have waited for a removal that their
    // own snapshot does not show; a volatile function reads with a new one. The last argument is a count over the
    // locked rows, so that the planner cannot call it before they are locked.
    this.addSql(`create function removed_guests(events uuid[], users uuid[], locked bigint)
      returns setof removed_guest language plpgsql volatile as $$
      begin
        return query select r.* from unnest(events, users) asked (event_id, user_id), lateral (
          select g.* from removed_guest g where g.event_id = asked.event_id and g.user_id = asked.user_id offset 0
        ) r;
      end $$`);

    // Null for those accepted before: their time is the one when they were sent.
    this.addSql('alter table invitation add column accepted_at timestamptz(3)');
  }
}
