import { Migration } from '@mikro-orm/migrations';

/**
 * Pictures of the service. Where an event, a series or a person has the address of one elsewhere, one of these stands as its
 * reference: what begins to show a picture holds its row for that moment, and shows none where it is gone.
 */
export class Pictures extends Migration {
  override up(): void {
    this.addSql(`
      create table picture (
        id text primary key,
        owner_id uuid not null constraint picture_owner_id_foreign references app_user on delete cascade,
        width int not null,
        height int not null,
        thumbhash text not null,
        created_at timestamptz(3) not null,
        aside_key text not null,
        aside_since timestamptz(3),
        unused_since timestamptz(3)
      );
      create index picture_owner_id_index on picture (owner_id, created_at);

      create function picture_of(address text) returns text language sql immutable parallel safe
        return case when address like 'picture:%' then split_part(address, ':', 2) end;

      -- Whether there is such a picture; then it is not removed as unused.
      create function takes_picture(address text) returns boolean language plpgsql as $$
      begin
        update picture set unused_since = null where id = picture_of(address) and unused_since is not null;
        if found then
          return true;
        end if;
        perform from picture where id = picture_of(address) for key share;
        return found;
      end $$;

      create function take_cover() returns trigger language plpgsql as $$
      begin
        if not takes_picture(new.cover_url) then
          new.cover_url := null;
        end if;
        return new;
      end $$;
      create trigger event_takes_cover before insert or update of cover_url on event
        for each row when (new.cover_url like 'picture:%') execute function take_cover();

      create function take_avatar() returns trigger language plpgsql as $$
      begin
        if not takes_picture(new.avatar) then
          new.avatar := null;
        end if;
        return new;
      end $$;
      create trigger app_user_takes_avatar before insert or update of avatar on app_user
        for each row when (new.avatar like 'picture:%') execute function take_avatar();

      create function take_series_cover() returns trigger language plpgsql as $$
      begin
        if not takes_picture(new.draft ->> 'coverUrl') then
          new.draft := jsonb_set(new.draft, '{coverUrl}', 'null');
        end if;
        return new;
      end $$;
      create trigger event_series_takes_cover before insert or update of draft on event_series
        for each row when (new.draft ->> 'coverUrl' like 'picture:%') execute function take_series_cover();
    `);
  }
}
