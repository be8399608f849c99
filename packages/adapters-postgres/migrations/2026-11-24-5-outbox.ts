import { Migration } from '@mikro-orm/migrations';

/** The outbox, notices with their settings and timers, announcements, and webhooks with their deliveries. */
export class Outbox extends Migration {
  override up(): void {
    this.addSql(`
      -- Changes that others are told of, until they move to the queues of their consumers. Rows are added in the
      -- transaction of the change; data holds ids, counts and states.
      create table outbox (
        id uuid primary key,
        kind text not null,
        event_id uuid,
        user_id uuid,
        actor_id uuid,
        data jsonb not null,
        at timestamptz(3) not null,
        due_at timestamptz(3) not null
      );
      create index outbox_due_at_index on outbox (due_at, id);

      -- Subscriptions; the operator's has no owner. Secrets are derived, not stored.
      create table webhook (
        id uuid primary key,
        owner_id uuid constraint webhook_owner_id_foreign references app_user on update cascade on delete cascade,
        url text not null,
        types text[] not null,
        event_id uuid,
        is_enabled boolean not null,
        generation int not null,
        rotated_at timestamptz(3),
        failing_since timestamptz(3),
        created_at timestamptz(3) not null
      );
      create index webhook_owner_id_index on webhook (owner_id, id);

      -- One message to one endpoint; its id is the same for all tries.
      create table webhook_delivery (
        id uuid primary key,
        webhook_id uuid not null
          constraint webhook_delivery_webhook_id_foreign references webhook on update cascade on delete cascade,
        change_id uuid not null,
        type text not null,
        data jsonb not null,
        status text not null
          constraint webhook_delivery_status_check check (status in ('pending', 'delivered', 'failed')),
        attempts int not null,
        last_status int,
        next_attempt_at timestamptz(3),
        created_at timestamptz(3) not null,
        constraint webhook_delivery_webhook_id_change_id_unique unique (webhook_id, change_id)
      );
      create index webhook_delivery_list_index on webhook_delivery (webhook_id, id);
      create index webhook_delivery_created_at_index on webhook_delivery (created_at);

      -- Whether a webhook hears of a kind of change: the operator's, or one of the event's organizer and admins.
      create function has_listener(change text, event uuid, organizer uuid) returns boolean
      language sql stable parallel safe as $$
        select exists (
          select from webhook w where w.owner_id is null and w.is_enabled and change = any(w.types)
        ) or exists (
          select from webhook w where w.owner_id = organizer and w.is_enabled and change = any(w.types)
            and (w.event_id is null or w.event_id = event)
        ) or exists (
          select from event_admin a join webhook w on w.owner_id = a.user_id
          where a.event_id = event and w.is_enabled and change = any(w.types)
            and (w.event_id is null or w.event_id = event)
        )
      $$;

      -- The values of an event before the first of some edits that its guests are told of together.
      create table event_edit (
        event_id uuid primary key
          constraint event_edit_event_id_foreign references event on update cascade on delete cascade,
        start_at timestamptz(3) not null,
        end_at timestamptz(3) not null,
        time_zone text not null,
        address text not null,
        actor_id uuid
      );

      -- What all notices of one change say; event is a copy, since the event may be deleted.
      create table notice_content (
        id uuid primary key,
        key text not null constraint notice_content_key_unique unique,
        kind text not null,
        event jsonb,
        changes jsonb,
        body text,
        created_at timestamptz(3) not null
      );
      create index notice_content_created_at_index on notice_content (created_at);

      create table notice (
        id uuid primary key,
        content_id uuid not null
          constraint notice_content_id_foreign references notice_content on update cascade on delete cascade,
        user_id uuid not null constraint notice_user_id_foreign references app_user on update cascade on delete cascade,
        created_at timestamptz(3) not null,
        read_at timestamptz(3),
        constraint notice_content_id_user_id_unique unique (content_id, user_id)
      );
      create index notice_user_id_index on notice (user_id, id);
      create index notice_unread_index on notice (user_id, created_at) where read_at is null;
      create index notice_created_at_index on notice (created_at);

      -- Only of users who changed the defaults; reminders are minutes before the start.
      create table notice_settings (
        user_id uuid primary key
          constraint notice_settings_user_id_foreign references app_user on update cascade on delete cascade,
        email boolean not null,
        reminders int[] not null
      );

      -- Every number of minutes that some user wants reminders at, or wanted once.
      create table reminder_offset (minutes int primary key);

      -- Up to when due reminders were looked for.
      create table reminder_clock (id int primary key, looked_until timestamptz(3) not null);
      insert into reminder_clock values (1, '1970-01-01');

      -- The guests of deleted events, until they are told.
      create table guest_list (
        list_id uuid not null,
        user_id uuid not null,
        primary key (list_id, user_id)
      );

      create table announcement (
        id uuid primary key,
        event_id uuid not null
          constraint announcement_event_id_foreign references event on update cascade on delete cascade,
        author_id uuid not null,
        body text not null,
        groups text[] not null,
        created_at timestamptz(3) not null
      );
      create index announcement_event_id_index on announcement (event_id, id);
    `);
  }
}
