import { OnlineMigration } from './online-migration.ts';

/** For searches of SQL, which find listed events by their words. */
export class SearchIndex extends OnlineMigration {
  override async up(): Promise<void> {
    // New words wait in a list, of which every search reads all, until one write puts them in order: at most 128 kB of them.
    await this.createIndex(
      'event_search_index',
      `event using gin (words) with (gin_pending_list_limit = 128)
      where visibility = 'public' and status = 'scheduled'`,
    );
  }
}
