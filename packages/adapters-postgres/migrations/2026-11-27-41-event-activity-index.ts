import { OnlineMigration } from './online-migration.ts';

/** One unread notice of its activity an event and manager. */
export class EventActivityIndex extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createIndex(
      'notice_activity_unique',
      'notice (user_id, activity_of) where read_at is null and activity_of is not null',
      true,
    );
  }
}
