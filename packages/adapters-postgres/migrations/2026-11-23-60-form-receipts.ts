import { Migration } from '@mikro-orm/migrations';

/** What forms of web pages led to, until they can no longer be repeated. */
export class AnsweredForms extends Migration {
  override up(): void {
    this.addSql(`create table form_receipt (
      key text primary key,
      outcome text not null,
      until timestamptz(3) not null
    )`);
    this.addSql('create index form_receipt_until_index on form_receipt (until)');
  }
}
