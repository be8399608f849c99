import { Migration } from '@mikro-orm/migrations';

/** Whose invitations a person does not want. */
export class Blocks extends Migration {
  override up(): void {
    this.addSql(`create table blocked_user (
      user_id uuid not null
        constraint blocked_user_user_id_foreign references app_user on update cascade on delete cascade,
      blocked_id uuid not null
        constraint blocked_user_blocked_id_foreign references app_user on update cascade on delete cascade,
      primary key (user_id, blocked_id)
    )`);
    this.addSql('create index blocked_user_blocked_id_index on blocked_user (blocked_id)');
  }
}
