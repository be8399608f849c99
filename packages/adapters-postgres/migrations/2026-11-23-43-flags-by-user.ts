import { Migration } from '@mikro-orm/migrations';

/**
 * Lets a page find its caller's flags by the caller first: all rows of a person lie side by side, where the keys of the
 * tables would be searched once for each event. The indexes replace those over the person alone. Built without blocking
 * writers, which allows no transaction: what an interrupted build has left is dropped first.
 */
export class FlagsByUser extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.replace(
      'rsvp',
      'rsvp_user_id_index',
      'rsvp_user_event_index',
      '(user_id, event_id) include (state)',
    );
    this.replace('saved', 'saved_user_id_index', 'saved_user_event_index', '(user_id, event_id)');
  }

  private replace(table: string, former: string, name: string, definition: string): void {
    this.addSql(`drop index concurrently if exists ${name}`);
    this.addSql(`create index concurrently ${name} on ${table} ${definition}`);
    this.addSql(`drop index concurrently if exists ${former}`);
  }
}
