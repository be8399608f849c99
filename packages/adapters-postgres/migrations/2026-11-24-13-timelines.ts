import { Migration } from '@mikro-orm/migrations';

/** Tells which timeline of the writer's log a standby follows, and a position belongs to. */
export class Timelines extends Migration {
  override up(): void {
    this.addSql(`
      -- The timelines of the writer's log (it begins one when a standby is promoted), each written on it: a standby
      -- whose last row is of a timeline has replayed it. A database that is restored elsewhere goes on with a lower
      -- number.
      create table timeline (
        id bigserial primary key,
        number bigint not null,
        at timestamptz(3) not null
      );
      -- Null: the version before wrote it, which knows of one timeline.
      alter table own_write add timeline bigint;
    `);
  }
}
