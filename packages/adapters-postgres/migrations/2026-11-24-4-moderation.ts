import { Migration } from '@mikro-orm/migrations';

/**
 * Take-downs, suspensions and reports. A taken-down event has a third visibility, which no list's condition names: the
 * indexes, triggers and statements that ask for public events stay as they are (ADR 0058). What its organizer chose is
 * kept in `take_down`, beside the causes: `own`, and `account` while the organizer is suspended.
 */
export class AddModeration extends Migration {
  override up(): void {
    this.addSql(`
alter table app_user
  add column suspended_at timestamptz(3),
  add column suspension_reason text,
  add constraint app_user_suspended_check check ((suspended_at is null) = (suspension_reason is null)) not valid;

alter table event
  add column take_down jsonb,
  drop constraint event_visibility_check,
  add constraint event_visibility_check check (visibility in ('public', 'private', 'taken_down')) not valid,
  add constraint event_take_down_check check ((visibility = 'taken_down') = (take_down is not null)) not valid;

-- How often events were hidden or shown again; at most one row.
create table moderation (
  id int primary key,
  version bigint not null
);

-- What people report. \`target_id\` refers to an event or a user, as \`target_kind\` says; the event may be gone.
create table report (
  id uuid primary key,
  reporter_id uuid not null constraint report_reporter_id_foreign references app_user on delete cascade,
  target_kind text not null constraint report_target_kind_check check (target_kind in ('event', 'user')),
  target_id uuid not null,
  reason text not null,
  text text not null,
  reported_at timestamptz(3) not null,
  action text constraint report_action_check check (action in ('none', 'taken_down', 'suspended')),
  note text,
  closed_at timestamptz(3),
  constraint report_closing_check
    check ((closed_at is null) = (action is null) and (closed_at is null) = (note is null))
);
create unique index report_open_unique on report (reporter_id, target_id) where closed_at is null;
create index report_open_target_index on report (target_id, reported_at) where closed_at is null;
create index report_target_id_index on report (target_id);
create index report_reporter_id_index on report (reporter_id);
`);
  }
}
