import { Migration } from '@mikro-orm/migrations';

/** Sessions that receipts in the forms of pages are bound to; they are deleted when they are over. */
export class Receipts extends Migration {
  override up(): void {
    this.addSql('alter table session add is_receipt boolean not null default false;');
  }
}
