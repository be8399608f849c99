import { OnlineMigration } from './online-migration.ts';

/** What the sweep deletes: few rows, found without a look at the sessions of devices. */
export class ReceiptsIndex extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createIndex('session_receipt_index', 'session (created_at) where is_receipt');
  }
}
