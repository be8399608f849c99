import { OnlineMigration } from './online-migration.ts';

/** The events of a series: one for each day of its rule, and by start. */
export class SeriesIndexes extends OnlineMigration {
  override async up(): Promise<void> {
    await this.validate('event', 'event_series_id_foreign');
    const ofSeries = 'where series_id is not null';
    await this.createIndex('event_series_date_unique', `event (series_id, series_date) ${ofSeries}`, true);
    await this.createIndex('event_series_start_index', `event (series_id, start_at, id) ${ofSeries}`);
  }
}
