import { Migration } from '@mikro-orm/migrations';

/** The addresses of the guests of deleted events, whose invitations are gone before they are told. */
export class GuestMailboxes extends Migration {
  override up(): void {
    this.addSql(`
      alter table guest_list add invitation_id uuid, add email text;
      create index guest_list_mailbox_index on guest_list (user_id) where email is not null;
    `);
  }
}
