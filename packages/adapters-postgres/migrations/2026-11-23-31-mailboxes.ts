import { Migration } from '@mikro-orm/migrations';

/** Mailboxes that want no mail, by keyed hashes, and the sealed key of these hashes. */
export class Mailboxes extends Migration {
  override up(): void {
    this.addSql('create table suppressed_mailbox (key text primary key, added_at timestamptz(3) not null)');
    this.addSql('create table sealed_key (name text primary key, sealed text not null)');
  }
}
