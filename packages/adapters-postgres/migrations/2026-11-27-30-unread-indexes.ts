import { OnlineMigration } from './online-migration.ts';

/** What lists and searches were found by before they were found in memory. */
const names = [
  'event_category_start_index',
  'event_day_cell_index',
  'event_live_start_index',
  'event_live_category_start_index',
  'event_live_cell_start_index',
  'event_ended_cell_start_index',
  'event_ended_end_index',
  'event_ongoing_for_days_index',
  'event_organizer_start_index',
  'event_live_attendance_index',
];

export class UnreadIndexes extends OnlineMigration {
  override async up(): Promise<void> {
    for (const name of names) await this.execute(`drop index concurrently if exists ${name}`);
  }
}
