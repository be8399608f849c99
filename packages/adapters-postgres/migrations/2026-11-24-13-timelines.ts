import { Migration } from '@mikro-orm/migrations';

/** Tells which timeline of the writer's log a standby follows, and a position belongs to. */
export class Timelines extends Migration {
  override up(): void {
    this.addSql(`
      -- The timelines of the writer's log (it begins one when a standby is promoted), each written on it: a standby
      -- that shows a row has replayed that timeline.
      create table timeline (
        number bigint primary key,
        at timestamptz(3) not null
      );
      -- Null: the version before wrote it, which knows of one timeline.
      alter table own_write add timeline bigint;
    `);
  }
}
