import t from 'tap';
import { openTestDatabase } from '../../../adapters-postgres/test-support/test-database.ts';
import { mailCatcher, smsCatcher } from '../support/catchers.ts';
import {
  newAddress,
  newConcert,
  openReplica,
  type Replica,
  replicaVariables,
  secret,
  startReplica,
  untilServed,
} from '../support/replica.ts';
import { cleanUp } from '../support/service-process.ts';

t.teardown(cleanUp);

const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

t.test('two replicas on one database', async (t) => {
  const database = await openTestDatabase(t);
  const sms = await smsCatcher(t);
  const smtp = await mailCatcher(t);
  const variables: Record<string, string> = {
    ...replicaVariables(),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'trace',
    ...sms.variables,
    ...smtp.variables,
  };
  // Both migrate the empty database at once.
  const [one, two] = await Promise.all([startReplica(variables), startReplica(variables)]);
  const both = (index: number) => (index % 2 === 0 ? one : two);
  /** Texts that must never be printed. */
  const secrets: string[] = [variables.OTP_PEPPER ?? '', sms.key, database.url, 'guest@mail.example'];

  let phones = 0;
  const newPhone = () => {
    phones += 1;
    const phone = `+49151234${String(10_000 + phones)}`;
    secrets.push(phone, phone.slice(1));
    return phone;
  };
  const start = (phone: string, replica: Replica = one) =>
    replica.call('POST /v1/auth/otp/start', { body: { phone } });
  const check = (phone: string, code: string, replica: Replica = one, from?: string) =>
    replica.call('POST /v1/auth/otp/check', { body: { phone, code }, ...(from ? { from } : {}) });
  const signIn = async (phone = newPhone()) => {
    await start(phone);
    const { body } = await check(phone, sms.codeOf(phone), two);
    secrets.push(body.accessToken, body.refreshToken);
    return { phone, ...body } as {
      phone: string;
      accessToken: string;
      refreshToken: string;
      user: { id: string };
    };
  };

  await t.test('200 parallel wrong guesses over both replicas invalidate the code', async (t) => {
    const phone = newPhone();
    const startResponse = await start(phone);
    t.equal(startResponse.status, 200);
    const again = await start(phone, two);
    t.equal(again.body.requestId, startResponse.body.requestId, 'the other replica finds it');
    t.ok(again.body.resendAfterSeconds <= startResponse.body.resendAfterSeconds);
    t.equal(sms.count(), 1);
    const code = sms.codeOf(phone);
    const guesses = await Promise.all(
      Array.from({ length: 200 }, (_, n) => untilServed(() => check(phone, wrong(code), both(n)))),
    );
    t.strictSame(
      [...new Set(guesses.map(({ status, body }) => `${status} ${body.code}`))],
      ['401 code_invalid'],
    );
    t.equal((await check(phone, code)).status, 401);
  });

  await t.test('of 50 parallel correct codes over both replicas one signs in', async (t) => {
    const phone = newPhone();
    await start(phone);
    const checks = await Promise.all(
      Array.from({ length: 50 }, (_, n) => untilServed(() => check(phone, sms.codeOf(phone), both(n)))),
    );
    t.equal(checks.filter(({ status }) => status === 200).length, 1);
    t.equal(checks.filter(({ body }) => body.isNewUser).length, 1);
    const refused = checks
      .filter(({ status }) => status !== 200)
      .map(({ body: { requestId: _, ...rest } }) => rest);
    t.equal(new Set(refused.map((body) => JSON.stringify(body))).size, 1, 'one body for all');
  });

  await t.test('counts five starts in ten minutes from one address together', async (t) => {
    const from = newAddress();
    const statuses = [];
    for (let n = 0; n < 7; n += 1)
      statuses.push(
        (await both(n).call('POST /v1/auth/otp/start', { body: { phone: 'no number' }, from })).status,
      );
    t.strictSame(statuses, [400, 400, 400, 400, 400, 429, 429]);
    const { headers } = await one.call('POST /v1/auth/otp/start', { body: { phone: newPhone() }, from });
    t.ok(Number(headers.get('retry-after')) > 500);
    const subnet = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        both(n).call('POST /v1/auth/otp/start', { body: {}, from: `2001:db8:1:1::${n + 1}` }),
      ),
    );
    t.equal(subnet.filter(({ status }) => status === 429).length, 1, 'a /64 is one address');
    t.equal((await one.call('POST /v1/auth/otp/start', { body: {}, from: '2001:db8:1:2::1' })).status, 400);
  });

  await t.test(
    '50 parallel refreshes over both replicas return one successor; logging out revokes it on both',
    async (t) => {
      const { accessToken, refreshToken } = await signIn();
      const refresh = (token: string, replica: Replica = one) =>
        replica.call('POST /v1/auth/refresh', { body: { refreshToken: token } });
      const children = await Promise.all(
        Array.from({ length: 50 }, (_, n) => untilServed(() => refresh(refreshToken, both(n)))),
      );
      t.ok(children.every(({ status }) => status === 200));
      t.equal(new Set(children.map(({ body }) => body.refreshToken)).size, 1);
      const child = children[0]?.body as { accessToken: string; refreshToken: string };
      secrets.push(child.accessToken, child.refreshToken);
      t.equal((await two.call('GET /v1/auth/me', { token: child.accessToken })).status, 200);
      const logOut = await one.call('POST /v1/auth/logout', {
        token: accessToken,
        body: { refreshToken: child.refreshToken },
      });
      t.strictSame(logOut.body, { success: true });
      t.equal((await two.call('GET /v1/auth/me', { token: child.accessToken })).status, 401);
      t.equal((await refresh(child.refreshToken, two)).status, 401);
    },
  );

  await t.test(
    'creates an event, responses and invitations over both replicas; the mail arrives',
    async (t) => {
      const [organizer, guest] = [await signIn(), await signIn()];
      const { body: event } = await one.call('POST /v1/events', {
        token: organizer.accessToken,
        body: newConcert({ visibility: 'private' }),
      });
      const inviteResponse = await two.call(`POST /v1/events/${event.id}/invites`, {
        token: organizer.accessToken,
        body: { userIds: [guest.user.id], emails: ['guest@mail.example'] },
      });
      t.match(inviteResponse.body, { sent: 2, skipped: 0 });
      const link = /https:\/\/events\.example\.com\/i\/([\w-]+)/.exec(await smtp.mail('guest@mail.example'));
      const [linkToken, mailToken] = [
        inviteResponse.body.inviteLink.split('/i/')[1] as string,
        link?.[1] ?? '',
      ];
      secrets.push(linkToken, mailToken);
      const preview = await two.call(`GET /v1/event-invites/${mailToken}`);
      t.match(preview.body, { event: { id: event.id }, token: mailToken });
      const people = await Promise.all([signIn(), signIn(), signIn(), signIn()]);
      const accepts = await Promise.all(
        people.map(({ accessToken }, n) =>
          both(n).call(`POST /v1/event-invites/${mailToken}/accept`, { token: accessToken }),
        ),
      );
      t.strictSame(
        accepts.map(({ status }) => status).sort(),
        [200, 409, 409, 409],
        'a mailed token has one owner',
      );
      const joinResponses = await Promise.all(
        people.map(({ accessToken }, n) =>
          both(n).call(`POST /v1/event-invites/${linkToken}/accept`, { token: accessToken }),
        ),
      );
      t.ok(joinResponses.every(({ status }) => status === 200));
      const { body: detail } = await one.call(`GET /v1/events/${event.id}`, { token: organizer.accessToken });
      t.equal(detail.rsvpCount, 4);
      const erasure = await one.call('DELETE /v1/auth/me', { token: people[0]?.accessToken });
      t.equal(erasure.status, 204);
      t.equal((await two.call('GET /v1/auth/me', { token: people[0]?.accessToken })).status, 401);
      const after = await two.call(`GET /v1/events/${event.id}`, { token: organizer.accessToken });
      t.equal(after.body.rsvpCount, 3);
    },
  );

  await t.test('rotates the secrets', async (t) => {
    const [old, fresh] = [variables.OTP_PEPPER, secret()];
    secrets.push(fresh);
    const [account, phone] = [await signIn(), newPhone()];
    await start(phone);
    // The first step of a rotation knows the new secrets and uses the old pepper; the last has dropped the old key.
    const [first, last] = await Promise.all([
      openReplica(t, {
        ...variables,
        JWT_KEYS: `second:${secret()},${variables.JWT_KEYS}`,
        OTP_PEPPER: `old:${old},new:${fresh}`,
      }),
      openReplica(t, {
        ...variables,
        JWT_KEYS: `third:${secret()}`,
        OTP_PEPPER: `new:${fresh},former:${old}`,
      }),
    ]);

    await t.test('of the key ring without ending a session', async (t) => {
      const { accessToken, refreshToken } = await signIn();
      t.equal((await first.call('GET /v1/auth/me', { token: accessToken })).status, 200);
      t.equal((await last.call('GET /v1/auth/me', { token: accessToken })).status, 401);
      const refreshResponse = await last.call('POST /v1/auth/refresh', { body: { refreshToken } });
      t.equal(refreshResponse.status, 200);
      t.equal((await last.call('GET /v1/auth/me', { token: refreshResponse.body.accessToken })).status, 200);
    });

    await t.test('of the pepper without ending a session or voiding a code', async (t) => {
      const signedIn = await check(phone, sms.codeOf(phone), last);
      t.equal(signedIn.status, 200, 'a code from before');
      const refresh = (refreshToken: string, replica: Replica) =>
        replica.call('POST /v1/auth/refresh', {
          body: { refreshToken },
          headers: { 'idempotency-key': '"first"' },
        });
      t.equal((await refresh(account.refreshToken, one)).status, 200);
      const repeatResponse = await refresh(account.refreshToken, last);
      t.equal(repeatResponse.status, 200, 'a token and the key of its exchange from before');
      const next = await refresh(repeatResponse.body.refreshToken, first);
      t.equal(next.status, 200, 'a replica that knows the new one takes its tokens');
      t.equal((await refresh(signedIn.body.refreshToken, first)).status, 200);
      for (const { body } of [signedIn, repeatResponse, next])
        secrets.push(body.accessToken, body.refreshToken);
    });
  });

  await t.test('prints no code, token, phone or e-mail address at any level', async (t) => {
    for (const { process, call } of [one, two]) {
      await call('GET /v1/events?q=guest@mail.example&lat=x');
      await call(`GET /v1/event-invites/${secrets.at(-1)}`);
      process.kill('SIGTERM');
      const { code, stdout, stderr } = await process.ended;
      t.equal(code, 0);
      const printed = stdout + stderr;
      t.ok(printed.includes('"route":"/v1/auth/otp/check"'), 'requests are logged');
      for (const said of secrets) t.notOk(printed.includes(said), `does not say ${said.slice(0, 6)}…`);
      t.notOk(
        /\b(code|phone|token|email)"?:"?[+\w]/i.test(printed.replaceAll(/"code":"[a-z_]+"/g, '')),
        'no such field',
      );
    }
  });
});
