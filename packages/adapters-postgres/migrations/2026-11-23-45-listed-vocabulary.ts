import { Migration } from '@mikro-orm/migrations';

const listed = (row: string) => `${row}.visibility = 'public' and ${row}.status = 'scheduled'`;
const decisive = ['visibility', 'status', 'words'];
/** As in `forget-words.ts`. */
const wordsLock = 7_310_588_113;
const arrayOf = (query: string) => `array(${query})`;

/** The vocabulary holds the words of listed events alone; triggers learn them and tell which may be forgotten (ADR 0036). */
export class ListedVocabulary extends Migration {
  override up(): void {
    this.addSql('create table released_word (id bigserial primary key, word text not null)');
    this.addSql('create table forgotten_words (id int primary key, words int not null)');

    // The domain's `deletions` of words in which it forgives typos.
    this.addSql(`create function word_deletions(word text) returns text[]
      language sql immutable strict parallel safe as $$
        select case when char_length(word) between 4 and 20 then ${arrayOf(`
          select left(word, n - 1) || substr(word, n + 1) from generate_series(1, char_length(word)) n
          union select word`)}
        else '{}' end
      $$`);
    // A transaction that forgets a word takes the lock alone: no word goes that an event still to be committed holds.
    // In order, so that two writers of the same new words cannot deadlock.
    this.addSql(`create function learn_words(learnt text[]) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${wordsLock});
        insert into vocabulary (word, deletions)
          select word, word_deletions(word) from (select distinct word from unnest(learnt) word) words
          where not exists (select from vocabulary v where v.word = words.word)
          order by word collate "C" on conflict do nothing;
      end $$`);
    this.addSql(`create function learn_added_words() returns trigger language plpgsql as $$
      begin
        perform learn_words(${arrayOf(`
          select distinct word from added e, unnest(tsvector_to_array(e.words)) word where ${listed('e')}`)});
        return null;
      end $$`);
    this.addSql(`create function keep_vocabulary() returns trigger language plpgsql as $$
      declare
        held text[] := '{}';
      begin
        if tg_op = 'UPDATE' and ${listed('new')} then
          held := tsvector_to_array(new.words);
          perform learn_words(held);
        end if;
        if ${listed('old')} then
          insert into released_word (word) select unnest(tsvector_to_array(old.words)) except select unnest(held);
        end if;
        return null;
      end $$`);
    this.addSql(`create function rebuild_vocabulary() returns void language plpgsql as $$
      begin
        alter table vocabulary disable trigger vocabulary_insert_guard;
        truncate vocabulary, released_word;
        insert into vocabulary (word, deletions)
          select word, word_deletions(word)
          from (select distinct unnest(tsvector_to_array(e.words)) as word from event e where ${listed('e')}) words;
        alter table vocabulary enable trigger vocabulary_insert_guard;
      end $$`);

    // What was learnt before is looked through by the next sweeps, in batches.
    this.addSql('insert into released_word (word) select word from vocabulary');
    this.addSql("update vocabulary set deletions = '{}' where char_length(word) not between 4 and 20");

    // Replicas of the version before add the words of private events too. The triggers below add what is needed.
    this.addSql(
      `create function skip_row() returns trigger language plpgsql as $$ begin return null; end $$`,
    );
    this.addSql(`create trigger vocabulary_insert_guard before insert on vocabulary for each row
      when (pg_trigger_depth() = 0) execute function skip_row()`);

    this.addSql(`create trigger event_added_vocabulary after insert on event
      referencing new table as added for each statement execute function learn_added_words()`);
    this.addSql(`create trigger event_changed_vocabulary after update of ${decisive.join(', ')} on event for each row
      when ((${decisive.map((column) => `old.${column}`).join(', ')})
        is distinct from (${decisive.map((column) => `new.${column}`).join(', ')}))
      execute function keep_vocabulary()`);
    this.addSql(`create trigger event_removed_vocabulary after delete on event for each row
      when (${listed('old')}) execute function keep_vocabulary()`);
  }
}
