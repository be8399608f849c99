import { Migration } from '@mikro-orm/migrations';

/** Storing the position of a write flushes no log, and standbys replay nothing of it. */
export class UnloggedPositions extends Migration {
  override up(): void {
    this.addSql(`
      -- Rewritten, but small: the sweep keeps an hour of it.
      alter table own_write set unlogged;
      -- Where own_write begins, in bytes of the writer's log: a crash and a promotion empty both tables. One row.
      create unlogged table own_write_start (
        is_only boolean primary key default true check (is_only),
        position bigint not null
      );
    `);
  }
}
