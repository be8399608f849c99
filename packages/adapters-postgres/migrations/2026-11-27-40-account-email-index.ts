import { OnlineMigration } from './online-migration.ts';

/** One account an address; partial, so that changes of it lock no key of the account's row. */
export class AccountEmailIndex extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createIndex('app_user_email_unique', 'app_user (email) where email is not null', true);
  }
}
