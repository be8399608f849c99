import { Migration } from '@mikro-orm/migrations';

/**
 * Work that goes through many rows while replicas serve: each statement commits by itself and locks no table, only rows for
 * a moment. A run that was interrupted is repeated from the start, so each step does nothing where it was done before.
 */
export abstract class OnlineMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  /** Builds an index beside reads and writes; an interrupted build leaves an invalid one, which is built anew. */
  protected async createIndex(name: string, definition: string, isUnique = false): Promise<void> {
    const [invalid] = await this.execute(
      `select from pg_index where indexrelid = to_regclass('${name}') and not indisvalid`,
    );
    if (invalid) await this.execute(`drop index concurrently ${name}`);
    const kind = isUnique ? 'unique index' : 'index';
    await this.execute(`create ${kind} concurrently if not exists ${name} on ${definition}`);
  }

  /** Checks the rows that a constraint was added beside. */
  protected async validate(table: string, ...constraints: readonly string[]): Promise<void> {
    for (const constraint of constraints)
      await this.execute(`alter table ${table} validate constraint ${constraint}`);
  }
}
