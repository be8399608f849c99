import { Migration } from '@mikro-orm/migrations';

/** The proven address of an account, and the one that it has yet to prove. */
export class AccountEmail extends Migration {
  override up(): void {
    this.addSql(`
      alter table app_user add email text;
      create table email_proof (
        user_id uuid primary key
          constraint email_proof_user_id_foreign references app_user on update cascade on delete cascade,
        id uuid not null constraint email_proof_id_unique unique,
        session_id uuid not null,
        email text not null,
        token text not null constraint email_proof_token_unique unique,
        code_key text not null,
        mails int not null,
        is_mailed boolean not null,
        expires_at timestamptz(3) not null
      );
      create index email_proof_expires_at_index on email_proof (expires_at);
    `);
  }
}
