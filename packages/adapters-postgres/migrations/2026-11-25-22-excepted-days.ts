import { Migration } from '@mikro-orm/migrations';

/** Days that the source of a series excepts get their event once it does so no longer; those deleted by hand do not. */
export class ExceptedDays extends Migration {
  override up(): void {
    this.addSql('alter table series_gap add is_excepted boolean not null default false;');
  }
}
