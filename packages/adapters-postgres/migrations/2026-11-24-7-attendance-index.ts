import { OnlineMigration } from './online-migration.ts';

/** The few events that are not at a place alone, for lists of them and for the totals of all others. */
export class AttendanceIndex extends OnlineMigration {
  override async up(): Promise<void> {
    await this.validate('event', 'event_attendance_check', 'event_place_check', 'event_online_url_check');
    await this.createIndex(
      'event_live_attendance_index',
      "event (start_at, id) include (end_at, category, attendance, cell, lat, lng) where visibility = 'public' and status = 'scheduled' and is_live and attendance <> 'offline'",
    );
  }
}
