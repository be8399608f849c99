import { Migration } from '@mikro-orm/migrations';

const listed = (row: string) => `${row}.visibility = 'public' and ${row}.status = 'scheduled'`;
const columns = ['start_at', 'end_at', 'lat', 'lng', 'is_live', 'category', 'words'];
const inserted = `event_id, ${columns.join(', ')}`;
const valuesOf = (row: string) =>
  ['id', ...columns.slice(0, -1)]
    .map((column) => `${row}.${column}`)
    .concat(`${row}.words || event_week(${row}.start_at)`)
    .join(', ');
const decisive = ['visibility', 'status', ...columns];

/** What keeps searches and windows of dates flat as events grow (ADR 0016). */
export class Search extends Migration {
  override up(): void {
    this.addSql(`create index event_day_cell_index on event (((start_at at time zone 'UTC')::date), cell, start_at, id)
      include (category, lat, lng) where visibility = 'public' and status = 'scheduled'`);

    this.addSql('create index vocabulary_word_index on vocabulary (word collate "C")');

    // The week, 604,800 seconds long and counted from 1970, as a word that no search text can hold.
    this.addSql(`create function event_week(at timestamptz) returns tsvector
      language sql immutable strict parallel safe as $$
        select array_to_tsvector(array['#w' || floor(extract(epoch from at) / 604800)])
      $$`);

    // PostgreSQL moves values out of a row only when it is longer than two kilobytes. The filler makes it so, and is then
    // compressed to thirty bytes: what is left is so short that a page holds nearly sixty events and not six.
    this.addSql(`create table event_words (
      start_at timestamptz(3) not null,
      end_at timestamptz(3) not null,
      lat double precision not null,
      lng double precision not null,
      event_id uuid not null,
      is_live boolean not null,
      category text not null,
      words tsvector not null,
      filler text not null generated always as (repeat(' ', 2048)) stored,
      primary key (event_id, is_live)
    ) partition by list (is_live)`);
    this.addSql('alter table event_words alter words set storage external, alter filler set storage main');
    for (const [name, isLive] of [
      ['live', true],
      ['over', false],
    ])
      this.addSql(`create table event_words_${name} partition of event_words for values in (${isLive})
        with (toast_tuple_target = 128)`);

    this.addSql(`create function keep_event_words() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          delete from event_words where event_id = old.id;
        end if;
        if tg_op <> 'DELETE' and ${listed('new')} then
          insert into event_words (${inserted}) values (${valuesOf('new')});
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger event_added_words after insert on event for each row
      when (${listed('new')}) execute function keep_event_words()`);
    this.addSql(`create trigger event_changed_words after update of ${decisive.join(', ')} on event for each row
      when ((${decisive.map((column) => `old.${column}`).join(', ')})
        is distinct from (${decisive.map((column) => `new.${column}`).join(', ')}))
      execute function keep_event_words()`);
    this.addSql(`create trigger event_removed_words after delete on event for each row
      when (${listed('old')}) execute function keep_event_words()`);

    // For events that were loaded with triggers off or before this migration. It locks searches out.
    this.addSql(`create function rebuild_event_words() returns void language plpgsql as $$
      begin
        drop index if exists event_words_index;
        truncate event_words;
        insert into event_words (${inserted}) select ${valuesOf('e')} from event e where ${listed('e')};
        create index event_words_index on event_words using gin (words);
      end $$`);
    this.addSql('select rebuild_event_words()');
    this.addSql('drop index event_live_words_index');
    this.addSql('drop index event_over_words_index');
  }
}
