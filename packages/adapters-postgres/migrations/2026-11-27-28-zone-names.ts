import { spelledZone } from '@event-platform/domain';
import { OnlineMigration } from './online-migration.ts';

const batchSize = 1_000;

/** The zones of events and series that are there are spelled as IANA does, as those of new ones are. */
export class ZoneNames extends OnlineMigration {
  override async up(): Promise<void> {
    for (const table of ['event', 'event_series']) {
      const zones = await this.execute(`select distinct time_zone as name from ${table}`);
      for (const { name } of zones as unknown as readonly { readonly name: string }[])
        if (spelledZone(name) !== name) await this.#rename(table, name);
    }
  }

  async #rename(table: string, name: string): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const [row] = await this.execute(
        `with renamed as (
           update ${table} set time_zone = ?
           where id in (select id from ${table} where time_zone = ? and id > ? order by id limit ${batchSize})
           returning id
         )
         select max(id::text) as last from renamed`,
        [spelledZone(name), name, after],
      );
      if (!row?.last) return;
      after = row.last;
    }
  }
}
