import { Migration } from '@mikro-orm/migrations';

/** The categories that every installation begins with. */
export class Categories extends Migration {
  override up(): void {
    this.addSql(`insert into category (slug, name, emoji) values
      ('music', 'Music', '🎵'),
      ('arts', 'Arts & culture', '🎨'),
      ('food', 'Food & drink', '🍲'),
      ('sports', 'Sports', '⚽'),
      ('outdoors', 'Outdoors', '🌲'),
      ('tech', 'Technology', '💻'),
      ('business', 'Business', '💼'),
      ('education', 'Education', '📚'),
      ('community', 'Community', '🤝'),
      ('family', 'Family', '👪'),
      ('health', 'Health & wellness', '🧘'),
      ('games', 'Games', '🎲'),
      ('film', 'Film', '🎬'),
      ('other', 'Other', '✨')`);
  }
}
