import { Migration } from '@mikro-orm/migrations';

/** Whom to tell of deleted events: the addresses of their guests, and who managed them. */
export class DeletedEvents extends Migration {
  override up(): void {
    this.addSql(`
      alter table guest_list add invitation_id uuid, add email text;
      create index guest_list_mailbox_index on guest_list (user_id) where email is not null;

      -- Who managed a deleted event and has webhooks, which may not yet have heard of its last changes.
      create table former_manager (
        event_id uuid not null,
        user_id uuid not null
          constraint former_manager_user_id_foreign references app_user on update cascade on delete cascade,
        kept_at timestamptz(3) not null,
        primary key (event_id, user_id)
      );
    `);
  }
}
