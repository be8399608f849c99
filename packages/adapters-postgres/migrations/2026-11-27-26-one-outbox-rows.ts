import { OnlineMigration } from './online-migration.ts';

const batchSize = 5_000;

/** Tries of deliveries that waited as changes become jobs, jobs of pg-boss move, and the index is by queue. */
export class OneOutboxRows extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createIndex('outbox_queue_index', 'outbox (queue, due_at, id)');
    await this.#repeat(`
      with deliveries as (
        update outbox set queue = 'webhook-deliveries', kind = null, user_id = null, share = (data ->> 'webhookId')::uuid,
          data = data - 'webhookId'
        where id in (select id from outbox where kind = 'delivery.due' limit ${batchSize} for update)
        returning id
      )
      select count(*)::int as moved from deliveries`);
    await this.#repeat(`select move_former_jobs(${batchSize}) as moved`);
    await this.execute('drop index concurrently if exists outbox_due_at_index');
  }

  async #repeat(statement: string): Promise<void> {
    for (;;) {
      const [row] = await this.execute(statement);
      if (!row?.moved) return;
    }
  }
}
