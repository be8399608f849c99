import { Migration } from '@mikro-orm/migrations';

/**
 * What holds once all rows are there, known without reading them: the constraints were validated before. They are dropped
 * afterwards, since one statement drops first and adds then.
 */
export class RequireColumns extends Migration {
  override up(): void {
    this.addSql(`
      alter table booking alter code set not null;
      alter table booking drop constraint booking_code_check,
        add constraint booking_code_unique unique using index booking_code_unique;
    `);
  }
}
