import { Client } from 'pg';
import t from 'tap';
import {
  openMigratedDatabase,
  openTestClient,
} from '../../../adapters-postgres/test-support/test-database.ts';
import { mailCatcher } from '../support/catchers.ts';
import { newConcert, replicaVariables, startReplica, untilServed } from '../support/replica.ts';
import { cleanUp, freePort } from '../support/service-process.ts';

t.teardown(cleanUp);

/** Statements without a pause would take the time of those that are waited for. */
const betweenPolls = () => new Promise((resolve) => setTimeout(resolve, 20));

/** More than one statement writes. */
const members = 2_500;
const phone = '+15550001111';

t.test('writes a bulk invitation completely or not at all', async (t) => {
  const database = await openMigratedDatabase(t);
  const client = await openTestClient(t, database.url);
  const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0];

  const smtpPort = await freePort();
  const variables = {
    ...replicaVariables(),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    TEST_PHONES: `${phone}=1234;until=2999-01-01`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'invitations@events.example.com',
  };
  const first = await startReplica(variables);
  await first.call('POST /v1/auth/otp/start', { body: { phone } });
  const { body: host } = await first.call('POST /v1/auth/otp/check', { body: { phone, code: '1234' } });
  t.match(host, { isNewUser: true }, 'signed in');
  // A new account may send fewer mails.
  await client.query("update app_user set created_at = now() - interval '2 days'");
  const token: string = host.accessToken;
  const { body: event } = await first.call('POST /v1/events', {
    token,
    body: newConcert({ visibility: 'private' }),
  });
  const { body: circle } = await first.call('POST /v1/me/circles', { token, body: { name: 'All guests' } });
  t.match(event, { visibility: 'private' }, 'there is an event');
  t.match(circle, { name: 'All guests' }, 'and a circle');
  await client.query(
    `with added as (
      insert into app_user (id, phone, name, username, bio, role, city, peaces_balance, created_at)
      select gen_random_uuid(), '+4930' || n, '', 'member-' || n, '', 'user', '', 0, now()
      from generate_series(1, $1::int) n returning id
    )
    insert into circle_member (circle_id, user_id) select $2, id from added`,
    [members, circle.id],
  );
  const invitation = {
    token,
    body: {
      circleIds: [circle.id],
      emails: Array.from({ length: 100 }, (_, n) => `guest-${n}@mail.example`),
    },
  };
  const written = () =>
    one(`select (select count(*)::int from invitation) as invitations,
      (select count(*)::int from invite_link) as links,
      (select coalesce(sum(taken), 0)::int from quota_use where key like 'mails:%') as charged,
      (select count(*)::int from outbox where queue = 'invitation-mail') as mails`);

  // A lock blocks the last statement of the request, so that the process is killed with all others in the transaction.
  const blocker = new Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table invite_link in exclusive mode');
  const inviting = first
    .call(`POST /v1/events/${event.id}/invites`, invitation)
    .catch((error: Error) => error);
  const waiting = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%invite_link%'`;
  while ((await one(waiting)).waiting === 0) await betweenPolls();
  first.process.kill('SIGKILL');
  t.type(await inviting, Error, 'the request did not succeed');
  await blocker.query('rollback');
  await blocker.end();
  while ((await one(waiting)).waiting > 0) await betweenPolls();
  t.strictSame(
    await written(),
    { invitations: 0, links: 0, charged: 0, mails: 0 },
    'nothing is partly written',
  );

  const second = await startReplica(variables);
  const done = await second.call(`POST /v1/events/${event.id}/invites`, invitation);
  t.match(done, { status: 201, body: { sent: members + 100, skipped: 0 } });
  t.strictSame(await written(), { invitations: members + 100, links: 1, charged: 100, mails: 100 });
  // On a slow machine three at once take longer than its timeouts.
  const repeat = () => untilServed(() => second.call(`POST /v1/events/${event.id}/invites`, invitation));
  for (const answer of await Promise.all([1, 2, 3].map(repeat)))
    t.match(answer, {
      status: 201,
      body: { sent: 0, skipped: members + 100, inviteLink: done.body.inviteLink },
    });
  t.strictSame(await written(), { invitations: members + 100, links: 1, charged: 100, mails: 100 });

  // The mail server was down until now; a mail that is due arrives once it is up.
  t.equal((await one(`select count(*)::int as sent from invitation where delivery = 'sent'`)).sent, 0);
  const retrying = `select count(*)::int as mails from outbox where queue = 'invitation-mail' and error is not null`;
  while ((await one(retrying)).mails < 100) await betweenPolls();
  const smtp = await mailCatcher(t, smtpPort);
  await client.query(`update outbox set due_at = now() where queue = 'invitation-mail'`);
  t.match(await smtp.mail('guest-7@mail.example'), /Message-ID:\s+<invitation-/i);
  second.process.kill('SIGTERM');
  t.equal((await second.process.ended).code, 0);
});
