import { Migration } from '@mikro-orm/migrations';

/** Whether the price of an event says what it costs. No check: replicas of the version before set prices alone. */
export class PriceKnown extends Migration {
  override up(): void {
    this.addSql('alter table event add is_price_known boolean not null default true');
  }
}
