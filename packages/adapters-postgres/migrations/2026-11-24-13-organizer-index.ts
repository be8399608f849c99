import { OnlineMigration } from './online-migration.ts';

/** The public events of an organizer in order, with all that their list asks for. */
export class OrganizerIndex extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createIndex(
      'event_organizer_start_index',
      `event (organizer_id, start_at, id) include (end_at, category, attendance, lat, lng)
      where visibility = 'public' and status = 'scheduled'`,
    );
  }
}
