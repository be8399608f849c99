import { Migration } from '@mikro-orm/migrations';

/** The language that a person wants to be written to in. */
export class Locale extends Migration {
  override up(): void {
    this.addSql('alter table app_user add locale text');
  }
}
