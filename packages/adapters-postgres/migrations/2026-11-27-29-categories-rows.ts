import { OnlineMigration } from './online-migration.ts';

/** Categories with the picture of imports were made of keywords. */
export class CategoriesRows extends OnlineMigration {
  override async up(): Promise<void> {
    await this.execute("update category set is_imported = true where emoji = '📌'");
    await this.validate('category', 'category_merged_into_foreign');
  }
}
