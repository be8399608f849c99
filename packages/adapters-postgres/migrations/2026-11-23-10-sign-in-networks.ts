import { Migration } from '@mikro-orm/migrations';

/** The networks that sign-ins came from: a share of the day's SMS is theirs. */
export class SignInNetworks extends Migration {
  override up(): void {
    this.addSql(`create table sign_in_network (
      network text primary key,
      signed_in_at timestamptz(3) not null
    )`);
    this.addSql('create index sign_in_network_signed_in_at_index on sign_in_network (signed_in_at)');
    // Networks of earlier sign-ins are known when this version starts.
    this.addSql(`insert into sign_in_network (network, signed_in_at)
      select source ->> 'network', max((source ->> 'signedInAt')::timestamptz)
      from sign_in cross join jsonb_array_elements(record -> 'sources') source
      group by 1`);
  }
}
