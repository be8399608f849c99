import { isIP } from 'node:net';
import t from 'tap';
import { openMigratedDatabase } from '../../../adapters-postgres/test-support/test-database.ts';
import { mailCatcher, smsCatcher } from '../support/catchers.ts';
import { newAddress, newConcert, replicaVariables, startReplica } from '../support/replica.ts';
import { cleanUp } from '../support/service-process.ts';

t.teardown(cleanUp);

interface AuditLine {
  readonly name: string;
  readonly event: string;
  readonly user: string | null;
  readonly network: string | null;
  readonly sessionId: string | null;
  readonly eventId: string | null;
  readonly reason: string | null;
}

const sessionOf = (accessToken: string): string =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sid;

t.test('a run of the service leaves an audit log without names', async (t) => {
  const database = await openMigratedDatabase(t);
  const sms = await smsCatcher(t);
  const smtp = await mailCatcher(t);
  const variables: Record<string, string> = {
    ...replicaVariables(),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    ...sms.variables,
    ...smtp.variables,
  };
  const { call, process } = await startReplica(variables);
  /** What no line may hold, and the codes, which may be a part of a longer number. */
  const secrets = new Set([variables.OTP_PEPPER ?? '', sms.key, 'guest@mail.example', '198.51.']);
  const codes = new Set<string>();

  const start = (phone: string) => {
    secrets.add(phone).add(phone.slice(1));
    return call('POST /v1/auth/otp/start', { body: { phone } });
  };
  const check = (phone: string, code: string, from = newAddress()) =>
    call('POST /v1/auth/otp/check', { body: { phone, code }, from });
  const signIn = async (phone: string, from?: string) => {
    await start(phone);
    const code = sms.codeOf(phone);
    codes.add(code);
    const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0');
    t.equal((await check(phone, wrong, from)).status, 401);
    codes.add(wrong);
    const { body } = await check(phone, code, from);
    secrets.add(body.accessToken).add(body.refreshToken).add(body.user.id);
    return body as { accessToken: string; refreshToken: string; user: { id: string } };
  };
  const refresh = async (refreshToken: string, idempotencyKey: string) => {
    const headers = { 'idempotency-key': `"${idempotencyKey}"` };
    const { status, body } = await call('POST /v1/auth/refresh', { body: { refreshToken }, headers });
    for (const token of status === 200 ? [body.accessToken, body.refreshToken] : []) secrets.add(token);
    return { status, body };
  };

  const [home, office] = ['198.51.100.1', '198.51.101.1'];
  const ada = await signIn('+4915123410001', home);
  const bob = await signIn('+4915123410002', office);
  const cyd = await signIn('+4915123410003', home);
  const token = ada.accessToken;
  const { body: event } = await call('POST /v1/events', {
    token,
    body: newConcert(),
  });
  await call(`PATCH /v1/events/${event.id}`, { token, body: { visibility: 'private' } });
  await call(`POST /v1/events/${event.id}/invites`, { token, body: { emails: ['guest@mail.example'] } });
  secrets.add(/\/i\/([\w-]+)/.exec(await smtp.mail('guest@mail.example'))?.[1] ?? 'no mail');
  const { body: link } = await call(`POST /v1/events/${event.id}/invite-link/rotate`, { token });
  secrets.add(link.inviteLink.split('/i/')[1]);
  await call(`DELETE /v1/events/${event.id}`, { token });

  secrets.add('a-key-of-bob').add('another-key');
  t.equal((await refresh(bob.refreshToken, 'a-key-of-bob')).status, 200);
  t.equal((await refresh(bob.refreshToken, 'another-key')).status, 401);
  await call('POST /v1/auth/logout', { token: cyd.accessToken });
  t.equal((await call('DELETE /v1/auth/me', { token })).status, 204);

  process.kill('SIGTERM');
  const { code, stdout, stderr } = await process.ended;
  t.equal(code, 0);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const audit = lines.map((line) => JSON.parse(line) as AuditLine).filter(({ name }) => name === 'audit');
  const [adaId, bobId, cydId] = [ada, bob, cyd].map(({ accessToken }) => sessionOf(accessToken));
  t.strictSame(
    audit.map(({ event, sessionId, eventId, reason }) => [event, sessionId, eventId, reason]),
    [
      ...[adaId, bobId, cydId].flatMap((id) => [
        ['sign_in_refused', null, null, 'code_wrong'],
        ['sign_in', id, null, null],
        ['new_session', id, null, null],
      ]),
      ['event_made_private', adaId, event.id, null],
      ['link_rotated', adaId, event.id, null],
      ['event_deleted', adaId, event.id, null],
      ['refresh_replay', bobId, null, null],
      ['session_ended', bobId, null, 'service_found_replay'],
      ['session_ended', cydId, null, 'user_signed_out'],
      ['account_erased', adaId, null, null],
    ],
  );
  const fields = ['event', 'user', 'network', 'sessionId', 'eventId', 'reason'];
  for (const line of audit)
    t.strictSame(
      Object.keys(line).filter((field) => fields.includes(field)),
      fields,
      'always the same fields',
    );
  const usersOf = (sessionId: string | undefined) =>
    new Set(audit.flatMap((line) => (line.sessionId === sessionId ? [line.user] : [])));
  t.strictSame(
    [adaId, bobId, cydId].map((id) => usersOf(id).size),
    [1, 1, 1],
    'one user, one hash',
  );
  t.equal(new Set([adaId, bobId, cydId].flatMap((id) => [...usersOf(id)])).size, 3);
  const [one, two, three] = audit.filter(({ event }) => event === 'sign_in').map(({ network }) => network);
  t.equal(one, three, 'one network, one hash');
  t.not(one, two);

  const printed = stdout + stderr;
  for (const said of secrets) t.notOk(printed.includes(said), `does not say ${said.slice(0, 6)}…`);
  for (const line of lines)
    for (const text of Object.values(JSON.parse(line)).map(String))
      t.notOk(codes.has(text) || /\+\d{6}/.test(text) || isIP(text.split('/')[0] ?? '') !== 0, 'nor a code');
});
