import { Migration } from '@mikro-orm/migrations';

/**
 * What an erased account may not shed: found by the phone's keyed hash for 90 days. And repeated writes that change
 * nothing write nothing.
 */
export class ErasedAccounts extends Migration {
  override up(): void {
    this.addSql(`
      -- \`phone\` is the keyed hash of \`sign_in\`. A new account of the phone takes over the removals, blocks and budgets of
      -- \`user_id\`, and the row goes.
      create table erased_account (
        phone text primary key,
        user_id uuid not null constraint erased_account_user_id_foreign references app_user on delete cascade,
        erased_at timestamptz(3) not null
      );
      create index erased_account_user_id_index on erased_account (user_id);
      create index erased_account_erased_at_index on erased_account (erased_at);

      create trigger bring_item_repeat before update on bring_item
        for each row execute function suppress_redundant_updates_trigger();
      create trigger bring_claim_repeat before update on bring_claim
        for each row execute function suppress_redundant_updates_trigger();
      create trigger notice_settings_repeat before update on notice_settings
        for each row execute function suppress_redundant_updates_trigger();
      create trigger webhook_repeat before update on webhook
        for each row execute function suppress_redundant_updates_trigger();
    `);
  }
}
