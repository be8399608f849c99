import {
  type Category,
  type CategoryStore,
  type EventId,
  type ManagedCategory,
  type ManagedCategoryStore,
  searchDocument,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { toWordsVector } from '../search/tsquery.ts';

const plainColumns = ['slug', 'name', 'emoji'] as const;
const managedColumns = sql.raw(
  'slug, name, emoji, is_hidden as "isHidden", position, is_imported as "isImported", merged_into as "mergedInto"',
);
const inOrder = sql.raw('position nulls last, name collate "C", slug collate "C"');

interface EventTexts {
  readonly id: EventId;
  readonly startAt: Date;
  readonly title: string;
  readonly description: string;
  readonly address: string;
  readonly tags: readonly string[];
  readonly sequence: number;
}

const findCategory = async (db: Database, slug: string): Promise<Category | null> => {
  const { rows } = await sql<Category>`/* category */
    select c.slug, c.name, c.emoji from category o join category c on c.slug = coalesce(o.merged_into, o.slug)
    where o.slug = ${slug}`.execute(db);
  return rows[0] ?? null;
};

export const postgresCategoryStore = (db: Database): CategoryStore => ({
  find: (slug) => findCategory(db, slug),
  list: () =>
    db
      .selectFrom('category')
      .select(plainColumns)
      .where('merged_into', 'is', null)
      .where('is_hidden', '=', false)
      .orderBy(inOrder)
      .execute(),
  ensure: async (categories) => {
    if (categories.length === 0) return;
    // In order, so that two imports that bring the same categories wait for, and never on, each other.
    const values = [...categories].sort((one, other) => (one.slug < other.slug ? -1 : 1));
    await db
      .insertInto('category')
      .values(values.map(({ slug, name, emoji }) => ({ slug, name, emoji, is_imported: true })))
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .execute();
  },
});

export const postgresManagedCategoryStore = (db: Database): ManagedCategoryStore => ({
  all: async () =>
    (
      await sql<ManagedCategory>`/* categories */ select ${managedColumns} from category order by ${inOrder}`.execute(
        db,
      )
    ).rows,
  add: async ({ slug, name, emoji }) => {
    const { rows } = await sql<ManagedCategory>`/* add-category */
      insert into category (slug, name, emoji) values (${slug}, ${name}, ${emoji}) on conflict (slug) do nothing
      returning ${managedColumns}`.execute(db);
    return rows[0] ?? null;
  },
  change: async (slug, { name, emoji, isHidden, position }) => {
    const { rows } = await sql<ManagedCategory>`/* change-category */
      update category set name = coalesce(${name ?? null}, name), emoji = coalesce(${emoji ?? null}, emoji),
        is_hidden = coalesce(${isHidden ?? null}::boolean, is_hidden),
        position = case when ${position === undefined} then position else ${position ?? null}::int end
      where slug = ${slug} and merged_into is null returning ${managedColumns}`.execute(db);
    return rows[0] ?? null;
  },
  order: async (slugs) => {
    await sql`/* order-categories */
      update category set position = case when merged_into is null then array_position(${slugs}::text[], slug) end
      where slug in (select slug from category order by slug for no key update)`.execute(db);
  },
  merge: async (slug, into) => {
    // In order: of two merges that concern the same the second sees what the first has done.
    const { rows: both } = await sql`/* categories-to-merge */
      select from category where slug in (${slug}, ${into}) and merged_into is null order by slug for update`.execute(
      db,
    );
    if (both.length < 2) return false;
    await sql`/* merge-category */
      update category set merged_into = ${into} where slug = ${slug} or merged_into = ${slug}`.execute(db);
    await sql`/* merge-category-series */
      update event_series set draft = jsonb_set(draft, '{category}', to_jsonb(${into}::text))
      where draft ->> 'category' = ${slug}`.execute(db);
    return true;
  },
  refile: async (slug, after, limit) => {
    const category = await findCategory(db, slug);
    if (!category) return null;
    const { rows } = await sql<EventTexts>`${sql.raw(`/* category-events${after ? '-next' : ''} */`)}
      select id, start_at as "startAt", title, description, address, tags, sequence from event
      where category = ${slug} ${after ? sql`and (start_at, id) > (${after.startAt}::timestamptz, ${after.id}::uuid)` : sql``}
      order by start_at, id limit ${limit}`.execute(db);
    const last = rows.at(-1);
    if (!last) return null;
    const texts = rows.map(({ id, sequence, address, ...event }) => ({
      ...{ id, sequence },
      words: toWordsVector(searchDocument({ ...event, location: { address } }, category)),
    }));
    // Who has read an event in its former category does not write that again: its sequence is another one.
    await sql`/* refile-events */
      with texts as (
        select * from json_to_recordset(${JSON.stringify(texts)}::json) t (id uuid, sequence int, words text)
      ),
      locked as (
        select e.id from event e where e.id in (select id from texts) order by e.id for no key update
      )
      update event e set category = ${category.slug}, words = t.words::tsvector,
        sequence = e.sequence + (e.category <> ${category.slug})::int
      from texts t
      where e.id = t.id and e.id in (select id from locked) and e.sequence = t.sequence and e.category = ${slug}
        and (e.category <> ${category.slug} or e.words is distinct from t.words::tsvector)`.execute(db);
    return { startAt: last.startAt.toISOString(), id: last.id };
  },
});
