import { Migration } from '@mikro-orm/migrations';

/** Tags of events, and what apps keep with events and people: constant defaults rewrite no row. */
export class Tags extends Migration {
  override up(): void {
    this.addSql(`
      alter table event add tags text[] not null default '{}', add metadata jsonb not null default '{}';
      alter table app_user add metadata jsonb not null default '{}';
    `);
  }
}
