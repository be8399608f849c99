import { OnlineMigration } from './online-migration.ts';

/** What shows a picture. */
export class PicturesIndex extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createIndex(
      'event_picture_index',
      'event (picture_of(cover_url)) where picture_of(cover_url) is not null',
    );
    await this.createIndex(
      'app_user_picture_index',
      'app_user (picture_of(avatar)) where picture_of(avatar) is not null',
    );
    await this.createIndex(
      'event_series_picture_index',
      "event_series (picture_of(draft ->> 'coverUrl')) where picture_of(draft ->> 'coverUrl') is not null",
    );
  }
}
