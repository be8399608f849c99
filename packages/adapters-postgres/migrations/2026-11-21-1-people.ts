import { Migration } from '@mikro-orm/migrations';

/** People, their sessions, and what bounds sign-in. */
export class People extends Migration {
  override up(): void {
    this.addSql(`create table app_user (
      id uuid primary key,
      phone text constraint app_user_phone_unique unique,
      name text not null,
      username text,
      avatar text,
      bio text not null,
      role text not null constraint app_user_role_check check (role in ('user', 'admin')),
      city text not null,
      peaces_balance int not null,
      created_at timestamptz(3) not null,
      erased_at timestamptz(3),
      constraint app_user_erased_check
        check ((erased_at is null) = (phone is not null) and (erased_at is null) = (username is not null))
    )`);
    this.addSql('create unique index app_user_username_unique on app_user (lower(username))');

    this.addSql(`create table session (
      id uuid primary key,
      user_id uuid not null constraint session_user_id_foreign references app_user on delete cascade,
      generation int not null constraint session_generation_check check (generation > 0),
      confirmed boolean not null,
      created_at timestamptz(3) not null,
      refreshed_at timestamptz(3) not null,
      ended_at timestamptz(3)
    )`);
    this.addSql('create index session_user_id_index on session (user_id)');

    this.addSql(`create table sign_in (
      phone text primary key,
      version int not null,
      record jsonb not null,
      updated_at timestamptz(3) not null default now()
    )`);
    this.addSql('create index sign_in_updated_at_index on sign_in (updated_at)');

    this.addSql(`create table allowance (
      key text primary key,
      taken int not null constraint allowance_taken_check check (taken >= 0),
      until timestamptz(3) not null
    )`);
    this.addSql('create index allowance_until_index on allowance (until)');

    this.addSql(`create table call_window (
      key text primary key,
      calls timestamptz[] not null,
      allowed boolean not null,
      until timestamptz(3) not null
    )`);
    this.addSql('create index call_window_until_index on call_window (until)');
  }
}
