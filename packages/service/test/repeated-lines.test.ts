import { mock } from 'node:test';
import t from 'tap';
import { repeatedLines } from '../src/repeated-lines.ts';

t.test('an outage is a line a minute of each kind, with its count', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const lines: string[] = [];
  const log = repeatedLines((line) => lines.push(line));
  for (const ms of [1, 2, 3]) log(`the database is away after ${ms} ms`);
  log('the mail server is away');
  t.strictSame(lines.splice(0), ['the database is away after 1 ms', 'the mail server is away']);
  mock.timers.tick(60_000);
  t.strictSame(lines.splice(0), ['the database is away after 3 ms (2 times within a minute)']);
  log('the database is away after 4 ms');
  log('the mail server is away');
  t.strictSame(lines.splice(0), ['the mail server is away']);
  mock.timers.tick(60_000);
  t.strictSame(lines.splice(0), ['the database is away after 4 ms']);
  mock.timers.tick(60_000);
  for (let kind = 0; kind < 130; kind += 1) log(`kind ${'x'.repeat(kind)}`);
  t.equal(lines.splice(0).length, 130);
  log('kind ');
  log(`kind ${'x'.repeat(120)}`);
  t.equal(lines.length, 1, 'more kinds than are kept are written as they come');
  t.end();
});
