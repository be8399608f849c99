import { Migration } from '@mikro-orm/migrations';

/** Lets the sitemap read public events that are to come in the order of their ids. */
export class Sitemap extends Migration {
  override up(): void {
    this.addSql(`create index event_live_id_index on event (id) include (end_at)
      where visibility = 'public' and status = 'scheduled' and is_live`);
  }
}
