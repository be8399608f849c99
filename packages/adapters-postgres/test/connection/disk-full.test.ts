import { DomainError } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

t.test('a full disk of the server is said in the log, and known for a minute', async (t) => {
  const database = await openTestPostgres(t);
  let now = fixtures.now;
  const lines: string[] = [];
  const postgres = await openPostgres({
    url: database.url,
    clock: { now: () => now },
    log: (line) => lines.push(line),
  });
  t.teardown(postgres.close);
  t.equal(postgres.isDiskFull(), false);
  await database.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await database.query('create trigger no_room before insert on app_user execute function no_room()');
  await t.rejects(
    fixtures.addUser(postgres.stores),
    new DomainError({ code: 'unavailable', retryAfterSeconds: 5 }),
  );
  t.strictSame(lines, ['the database: the disk of the server is full']);
  t.equal(postgres.isDiskFull(), true);
  now = new Date(now.getTime() + 61_000);
  t.equal(postgres.isDiskFull(), false);
});
