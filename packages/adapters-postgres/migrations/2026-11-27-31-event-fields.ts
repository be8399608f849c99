import { OnlineMigration } from './online-migration.ts';

/** Constant defaults, so that no row is written. */
export class EventFields extends OnlineMigration {
  override async up(): Promise<void> {
    await this.execute(`alter table event
      add column if not exists source_url text,
      add column if not exists is_all_day boolean not null default false`);
  }
}
