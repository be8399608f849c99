import { Migration } from '@mikro-orm/migrations';

/** Moves of bookings read what they need by a statement of the adapter, for many of them at once. */
export class SeatsLock extends Migration {
  override up(): void {
    this.addSql('drop function lock_seats(uuid, uuid, uuid);');
  }
}
