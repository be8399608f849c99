import { Migration } from '@mikro-orm/migrations';

/** How much each account used of each quota. */
export class AccountQuotas extends Migration {
  override up(): void {
    // Half-empty pages: a use finds room beside the count that it replaces, and touches no index.
    this.addSql(`create table account_quota (
      user_id uuid not null
        constraint account_quota_user_id_foreign references app_user on delete cascade,
      budget text not null,
      used int not null constraint account_quota_used_check check (used > 0),
      until timestamptz(3) not null,
      primary key (user_id, budget)
    ) with (fillfactor = 50)`);
    this.addSql('create index account_quota_until_index on account_quota (until)');
  }
}
