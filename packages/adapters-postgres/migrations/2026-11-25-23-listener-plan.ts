import { Migration } from '@mikro-orm/migrations';

/** A function in SQL is planned by each statement that calls it; one in PL/pgSQL once in a connection. */
export class ListenerPlan extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function has_listener(change text, event uuid, organizer uuid) returns boolean
      language plpgsql stable parallel safe as $$
      begin
        return exists (
          select from webhook w where w.owner_id is null and w.is_enabled and change = any(w.types)
        ) or exists (
          select from webhook w where w.owner_id = organizer and w.is_enabled and change = any(w.types)
            and (w.event_id is null or w.event_id = event)
        ) or exists (
          select from event_admin a join webhook w on w.owner_id = a.user_id
          where a.event_id = event and w.is_enabled and change = any(w.types)
            and (w.event_id is null or w.event_id = event)
        );
      end
      $$;
    `);
  }
}
