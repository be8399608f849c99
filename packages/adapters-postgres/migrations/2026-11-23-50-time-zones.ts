import { Migration } from '@mikro-orm/migrations';

/** The time zone that was given for an event; null means that of its place, so that old events need no rewrite. */
export class TimeZones extends Migration {
  override up(): void {
    this.addSql('alter table event add column time_zone text');
  }
}
