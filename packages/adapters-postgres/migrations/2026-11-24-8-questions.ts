import { Migration } from '@mikro-orm/migrations';

/** What events ask, and what their guests answer. */
export class Questions extends Migration {
  override up(): void {
    this.addSql(`
      create table question (
        id uuid primary key,
        event_id uuid not null constraint question_event_id_foreign references event on delete cascade,
        place int not null,
        label text not null,
        kind text not null
          constraint question_kind_check check (kind in ('text', 'choice', 'choices', 'yesNo')),
        options text[] not null,
        is_required boolean not null,
        is_removed boolean not null default false
      );
      create index question_event_id_index on question (event_id, is_removed, place);

      create table answer (
        event_id uuid not null
          constraint answer_event_id_foreign references event on update cascade on delete cascade,
        user_id uuid not null
          constraint answer_user_id_foreign references app_user on update cascade on delete cascade,
        question_id uuid not null
          constraint answer_question_id_foreign references question on update cascade on delete cascade,
        value jsonb not null,
        primary key (event_id, user_id, question_id)
      );
      create index answer_question_id_index on answer (question_id);
      create index answer_user_id_index on answer (user_id);

      -- Ends the answers of a user with neither RSVP nor booking. Its triggers fire while the event's counts are locked, so that
      -- two ends at once see one another.
      create function release_answers() returns trigger language plpgsql as $$
      begin
        if exists (select from answer a where a.event_id = old.event_id and a.user_id = old.user_id)
          and not exists (select from rsvp r where r.event_id = old.event_id and r.user_id = old.user_id)
          and not exists (select from booking b where b.event_id = old.event_id and b.user_id = old.user_id)
        then
          delete from answer a where a.event_id = old.event_id and a.user_id = old.user_id;
        end if;
        return null;
      end $$;
      create trigger rsvp_end_answers after delete on rsvp for each row execute function release_answers();
      create trigger booking_end_answers after delete on booking
        for each row execute function release_answers();
    `);
  }
}
