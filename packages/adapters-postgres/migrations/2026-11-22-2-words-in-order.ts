import { Migration } from '@mikro-orm/migrations';

const listed = "e.visibility = 'public' and e.status = 'scheduled'";
/** In kilobytes; four megabytes unless told otherwise. */
const waiting = 'gin_pending_list_limit = 128';
const columns = 'start_at, end_at, lat, lng, is_live, category';

/** Words are found as fast while events are written (ADR 0016). */
export class WordsInOrder extends Migration {
  override up(): void {
    // New words wait in a list, of which every search reads all, until one write has to put them in order.
    for (const index of [
      'event_words_live_words_idx',
      'event_words_over_words_idx',
      'vocabulary_deletions_index',
    ]) {
      this.addSql(`alter index ${index} set (${waiting})`);
      this.addSql(`select gin_clean_pending_list('${index}')`);
    }
    this.addSql(`create or replace function rebuild_event_words() returns void language plpgsql as $$
      begin
        drop index if exists event_words_index;
        truncate event_words;
        insert into event_words (event_id, ${columns}, words)
          select id, ${columns}, words || event_week(start_at) from event e where ${listed};
        create index event_words_index on event_words using gin (words) with (${waiting});
      end $$`);
  }
}
