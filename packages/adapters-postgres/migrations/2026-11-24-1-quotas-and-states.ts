import { Migration } from '@mikro-orm/migrations';

/** Rules of the domain that statements share. */
export class QuotasAndStates extends Migration {
  override up(): void {
    // The domain's `invitationState`: the state with the clock applied.
    this.addSql(`create function invitation_state(state text, expires_at timestamptz, at timestamptz) returns text
      language sql immutable parallel safe as $$
        select case when state = 'pending' and expires_at <= at then 'expired' else state end
      $$`);
    // The domain's `limitFor`: the limit for an account; null for none, as for an account that does not exist.
    this.addSql(`create function account_limit(
        role text, created_at timestamptz, usual int, young int, young_since timestamptz
      ) returns int language sql immutable parallel safe as $$
        select case when role <> 'admin' then case when created_at > young_since then young else usual end end
      $$`);
  }
}
