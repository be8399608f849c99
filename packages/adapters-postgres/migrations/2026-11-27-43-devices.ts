import { Migration } from '@mikro-orm/migrations';

/** Phones and browsers that are told of notices, each as long as the session that registered it last. */
export class Devices extends Migration {
  override up(): void {
    this.addSql(`
      create table device (
        user_id uuid not null constraint device_user_id_foreign references app_user on delete cascade,
        id uuid not null,
        session_id uuid not null constraint device_session_id_foreign references session on delete cascade,
        platform text not null,
        address text not null,
        keys jsonb,
        locale text not null,
        app_version text,
        created_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        pushed_at timestamptz(3),
        primary key (user_id, id)
      );
      -- An address of 4,096 characters has no room in an index.
      create unique index device_address_unique on device (md5(address));
      create index device_session_id_index on device (session_id);
      create index device_last_seen_at_index on device (last_seen_at);

      create function end_devices() returns trigger language plpgsql as $$
      begin
        -- In the order in which registrations lock.
        delete from device d using (
          select user_id, id from device where session_id = new.id order by user_id, id for update
        ) locked where d.user_id = locked.user_id and d.id = locked.id;
        return null;
      end
      $$;
      create trigger session_ended_devices after update of ended_at on session
        for each row when (old.ended_at is null and new.ended_at is not null) execute function end_devices();

      alter table notice_settings add push boolean not null default true,
        add push_preview text not null default 'title';
    `);
  }
}
