import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Migration } from '@mikro-orm/migrations';

/** The files of `schema/`, each after those that it refers to. */
const files = [
  'users',
  'sessions',
  'sign-in',
  'categories',
  'events',
  'rsvps',
  'saved',
  'bookings',
  'invitations',
  'circles',
  'calendars',
  'quotas',
  'idempotency',
  'mail',
  'read-your-writes',
  'listing-counters',
  'search',
  'vocabulary',
  'event-changes',
];

/** The schema of 0.1.0, which all later migrations start from. */
export class Baseline extends Migration {
  override up(): void {
    for (const name of files)
      this.addSql(readFileSync(fileURLToPath(import.meta.resolve(`#schema/${name}.sql`)), 'utf8'));
  }
}
