import { Migration } from '@mikro-orm/migrations';

/** What lets people read their own writes where lists come from replicas. */
export class ReadYourWrites extends Migration {
  override up(): void {
    // No index but the key, so that raising a position touches no other page.
    this.addSql(`create table own_write (
      user_id uuid primary key,
      position bigint not null,
      at timestamptz(3) not null
    ) with (fillfactor = 50)`);
  }
}
