import { Migration } from '@mikro-orm/migrations';

/** Which guests of deleted events were coming: they may be told by SMS. */
export class ComingGuests extends Migration {
  override up(): void {
    this.addSql('alter table guest_list add is_coming boolean not null default false;');
  }
}
