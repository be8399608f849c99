import { searchDocument } from '@event-platform/domain';
import { toWordsVector } from '../src/search/tsquery.ts';
import { OnlineMigration } from './online-migration.ts';

const batchSize = 500;

/** No text without one of these is folded in another way than before. */
const maybeChanged = /[\u00ad\u02b9-\u{10ffff}]/u;

interface EventTexts {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly address: string;
  readonly category: string;
  /** As a text: an instant would lose its microseconds. */
  readonly updated: string;
}

/**
 * The words of events that are there are folded as those of new ones: apostrophes, dashes, digits, pictographs and
 * invisible characters. An event that is edited meanwhile has its new words by then.
 */
export class FoldAgain extends OnlineMigration {
  override async up(): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const events = (await this.execute(
        `select e.id, e.title, e.description, e.address, c.name as category, e.updated_at::text as updated
         from event e join category c on c.slug = e.category
         where e.id > ? order by e.id limit ${batchSize}`,
        [after],
      )) as unknown as readonly EventTexts[];
      const last = events.at(-1);
      if (!last) return;
      after = last.id;
      await this.#fold(events.filter((event) => maybeChanged.test(Object.values(event).join(' '))));
    }
  }

  async #fold(events: readonly EventTexts[]): Promise<void> {
    const rows = events.map(({ id, updated, title, description, address, category }) => ({
      id,
      updated,
      words: toWordsVector(searchDocument({ title, description, location: { address } }, { name: category })),
    }));
    if (rows.length === 0) return;
    await this.execute(
      `update event e set words = n.words::tsvector
       from json_to_recordset(?::json) n (id uuid, updated text, words text)
       where e.id = n.id and e.updated_at::text = n.updated and e.words is distinct from n.words::tsvector`,
      [JSON.stringify(rows)],
    );
  }
}
