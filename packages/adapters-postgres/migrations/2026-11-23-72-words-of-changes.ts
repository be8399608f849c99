import { Migration } from '@mikro-orm/migrations';

const isListed = (row: string) => `${row}.visibility = 'public' and ${row}.status = 'scheduled'`;
/** All that lists and searches show of an event, as in the migration of event changes. */
const shown = [
  'title',
  'description',
  'cover_url',
  'start_at',
  'end_at',
  'address',
  'lat',
  'lng',
  'time_zone',
  'category',
  'price_minor',
  'capacity',
  'visibility',
  'status',
];
const shownOf = (row: string) => `(${shown.map((name) => `${row}.${name}`).join(', ')})`;
const place = ['category', 'lat', 'lng', 'start_at', 'end_at'];
/** Three to four kilobytes. More words are not recorded: the change counts for every search that its place is in. */
const mostWords = 300;
const recordedOf = (row: string) =>
  [
    ...place.map((name) => `${row}.${name}`),
    `case when length(${row}.words) <= ${mostWords} then ${row}.words end`,
  ].join(', ');
const added = `insert into event_change (${[...place, 'words'].join(', ')})`;
const isDifferent = `${shownOf('c')} is distinct from ${shownOf('w')}`;
/** A statement that changes more events than this is recorded as a change of any event. */
const most = 100;
const changesMore = (table: string) =>
  `(select count(*) from (select from ${table} limit ${most + 1}) batch) > ${most}`;

/** A change of an event comes with its words: searches in memory know by them whether they are out of date (ADR 0045). */
export class WordsOfChanges extends Migration {
  override up(): void {
    this.addSql('alter table event_change add column words tsvector');
    this.addSql(`create or replace function record_event_changes() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if ${changesMore('came')} then
            insert into event_change default values;
          else
            ${added} select distinct ${recordedOf('c')} from came c where ${isListed('c')};
          end if;
        elsif tg_op = 'DELETE' then
          if ${changesMore('went')} then
            insert into event_change default values;
          else
            ${added} select distinct ${recordedOf('w')} from went w where ${isListed('w')};
          end if;
        elsif ${changesMore('came')} then
          if exists (select from came c join went w using (id) where ${isDifferent}) then
            insert into event_change default values;
          end if;
        else
          ${added}
          select ${recordedOf('c')} from came c join went w using (id) where ${isListed('c')} and ${isDifferent}
          union
          select ${recordedOf('w')} from came c join went w using (id) where ${isListed('w')} and ${isDifferent};
        end if;
        return null;
      end $$`);
  }
}
