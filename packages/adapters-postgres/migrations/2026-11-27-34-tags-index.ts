import { OnlineMigration } from './online-migration.ts';

/** For lists of SQL, which find listed events by their tags. */
export class TagsIndex extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createIndex(
      'event_tags_index',
      `event using gin (tags) with (gin_pending_list_limit = 128)
      where visibility = 'public' and status = 'scheduled'`,
    );
  }
}
