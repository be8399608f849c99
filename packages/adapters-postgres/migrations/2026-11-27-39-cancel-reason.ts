import { OnlineMigration } from './online-migration.ts';

/** Without a default, so that no row is written. */
export class CancelReason extends OnlineMigration {
  override async up(): Promise<void> {
    await this.execute('alter table event add column if not exists cancel_reason text');
  }
}
