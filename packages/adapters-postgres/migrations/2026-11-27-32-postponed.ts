import { Migration } from '@mikro-orm/migrations';

/** Events without a date for now. */
export class Postponed extends Migration {
  override up(): void {
    this.addSql(`
      alter table event add is_postponed_at_source boolean not null default false;
      alter table event drop constraint event_status_check;
      alter table event add constraint event_status_check
        check (status in ('scheduled', 'postponed', 'cancelled')) not valid;
      alter table event_edit add is_resumed boolean not null default false;
    `);
  }
}
