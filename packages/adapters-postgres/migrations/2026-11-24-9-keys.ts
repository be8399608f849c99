import { Migration } from '@mikro-orm/migrations';

/** What holds once all rows are there, known without reading them: the constraints were validated before. */
export class RequireColumns extends Migration {
  override up(): void {
    this.addSql(`
      alter table booking alter code set not null, drop constraint booking_code_check,
        add constraint booking_code_unique unique using index booking_code_unique;
    `);
  }
}
