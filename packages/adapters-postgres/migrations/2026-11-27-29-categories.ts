import { Migration } from '@mikro-orm/migrations';

/** Categories are the operator's: hidden, ordered and merged. */
export class Categories extends Migration {
  override up(): void {
    this.addSql(`
      alter table category
        add is_hidden boolean not null default false,
        add position int,
        add is_imported boolean not null default false,
        add merged_into text;
      alter table category add constraint category_merged_into_foreign
        foreign key (merged_into) references category (slug) on update cascade on delete restrict not valid;
    `);
  }
}
