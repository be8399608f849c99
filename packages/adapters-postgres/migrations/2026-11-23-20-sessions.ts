import { Migration } from '@mikro-orm/migrations';

/**
 * What sessions show their owners, and the keys of their exchanges (ADR 0024). The defaults are what a replica of the
 * version before writes: it knows neither keys nor devices, and a use without an instant is one at the last refresh.
 */
export class Sessions extends Migration {
  override up(): void {
    this.addSql(`alter table session
      add column last_used_at timestamptz(3),
      add column device text not null default '',
      add column strict boolean not null default false,
      add column exchange_keys text[] not null default '{}'`);
  }
}
