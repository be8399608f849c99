import { Migration } from '@mikro-orm/migrations';

/** Circles, invitations and the shared links. */
export class Invitations extends Migration {
  override up(): void {
    this.addSql(`create table circle (
      id uuid primary key,
      owner_id uuid not null constraint circle_owner_id_foreign references app_user on delete cascade,
      name text not null,
      created_at timestamptz(3) not null
    )`);
    this.addSql('create index circle_owner_id_index on circle (owner_id)');

    this.addSql(`create table circle_member (
      circle_id uuid not null
        constraint circle_member_circle_id_foreign references circle on update cascade on delete cascade,
      user_id uuid not null
        constraint circle_member_user_id_foreign references app_user on update cascade on delete cascade,
      primary key (circle_id, user_id)
    )`);
    this.addSql('create index circle_member_user_id_index on circle_member (user_id)');

    this.addSql(`create table invitation (
      id uuid primary key,
      event_id uuid not null constraint invitation_event_id_foreign references event on delete cascade,
      kind text not null,
      user_id uuid constraint invitation_user_id_foreign references app_user on delete cascade,
      email text,
      accepted_by uuid constraint invitation_accepted_by_foreign references app_user on delete cascade,
      token text not null constraint invitation_token_unique unique,
      former_token text,
      state text not null constraint invitation_state_check
        check (state in ('pending', 'accepted', 'declined', 'revoked')),
      delivery text not null constraint invitation_delivery_check
        check (delivery in ('none', 'queued', 'sent', 'refused')),
      sending int not null constraint invitation_sending_check check (sending > 0),
      sent_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      constraint invitation_recipient_check check (
        kind = 'user' and user_id is not null and email is null and accepted_by is null
        or kind = 'email' and email is not null and user_id is null
      )
    )`);
    this.addSql('create index invitation_user_id_index on invitation (user_id)');
    this.addSql('create index invitation_accepted_by_index on invitation (accepted_by)');
    this.addSql('create index invitation_event_id_index on invitation (event_id, created_at, id)');
    this.addSql(`create unique index invitation_event_id_user_id_unique
      on invitation (event_id, user_id) where kind = 'user'`);
    this.addSql(`create unique index invitation_event_id_email_unique
      on invitation (event_id, email) where kind = 'email'`);

    this.addSql(`create table invite_link (
      event_id uuid primary key
        constraint invite_link_event_id_foreign references event on update cascade on delete cascade,
      token text not null constraint invite_link_token_unique unique
    )`);

    this.addSql(`create table link_join (
      event_id uuid not null
        constraint link_join_event_id_foreign references event on update cascade on delete cascade,
      user_id uuid not null
        constraint link_join_user_id_foreign references app_user on update cascade on delete cascade,
      joined_at timestamptz(3) not null,
      primary key (event_id, user_id)
    )`);
    this.addSql('create index link_join_user_id_index on link_join (user_id)');

    this.addSql(`create table retired_token (
      token text primary key,
      event_id uuid not null constraint retired_token_event_id_foreign references event on delete cascade
    )`);
    this.addSql('create index retired_token_event_id_index on retired_token (event_id)');
  }
}
