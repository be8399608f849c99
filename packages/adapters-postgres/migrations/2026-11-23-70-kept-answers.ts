import { Migration } from '@mikro-orm/migrations';

/** The answers to requests with an idempotency key, each committed with what its request changed. */
export class KeptAnswers extends Migration {
  override up(): void {
    this.addSql(`create table kept_answer (
      user_id uuid not null,
      request_hash text not null,
      content_hash text not null,
      answer text not null,
      until timestamptz(3) not null,
      constraint kept_answer_pkey primary key (user_id, request_hash)
    )`);
    // Rows are deleted in the order in which they were added.
    this.addSql('create index kept_answer_until_index on kept_answer (until)');
  }
}
