import { Migration } from '@mikro-orm/migrations';

/** Lists show names and avatars of organizers: the log of changes tells those of people who have a listed event. */
export class OrganizerChanges extends Migration {
  override up(): void {
    this.addSql('alter table event_change add column organizer_id uuid');
    this.addSql(`
      create function record_organizer_changes() returns trigger language plpgsql as $$
      begin
        insert into event_change (organizer_id)
        select new.id where exists (
          select from event where organizer_id = new.id and visibility = 'public' and status = 'scheduled'
        );
        return null;
      end $$;
      create trigger app_user_changed_changes after update on app_user
        for each row when (old.name is distinct from new.name or old.avatar is distinct from new.avatar)
        execute function record_organizer_changes();
    `);
  }
}
