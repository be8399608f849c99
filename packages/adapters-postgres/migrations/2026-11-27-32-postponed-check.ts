import { OnlineMigration } from './online-migration.ts';

export class PostponedCheck extends OnlineMigration {
  override async up(): Promise<void> {
    await this.validate('event', 'event_status_check');
  }
}
