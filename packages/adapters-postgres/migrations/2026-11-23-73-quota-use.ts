import { Migration } from '@mikro-orm/migrations';

/**
 * A name that says what the table holds. A view keeps the old one for replicas of the version before, which go on taking
 * and giving back while a deployment replaces them one by one; a later migration drops it.
 */
export class QuotaUse extends Migration {
  override up(): void {
    this.addSql('alter table allowance rename to quota_use');
    this.addSql('alter table quota_use rename constraint allowance_taken_check to quota_use_taken_check');
    for (const index of ['pkey', 'until_index'])
      this.addSql(`alter index allowance_${index} rename to quota_use_${index}`);
    this.addSql('create view allowance as select key, taken, until from quota_use');
  }
}
