import type { CategoryStore } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export const postgresCategoryStore = (db: Database): CategoryStore => ({
  list: () =>
    db.selectFrom('category').selectAll().orderBy(sql`name collate "C", slug collate "C"`).execute(),
  find: async (slug) =>
    (await db.selectFrom('category').selectAll().where('slug', '=', slug).executeTakeFirst()) ?? null,
  ensure: async (categories) => {
    if (categories.length === 0) return;
    // In order, so that two imports that bring the same categories wait for, and never on, each other.
    const values = [...categories].sort((one, other) => (one.slug < other.slug ? -1 : 1));
    await db
      .insertInto('category')
      .values(values.map(({ slug, name, emoji }) => ({ slug, name, emoji })))
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .execute();
  },
});
