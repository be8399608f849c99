import t from 'tap';
import { createMemoryWorld, type MemoryOptions } from '../../memory/index.ts';
import type { UserId } from '../../src/ids.ts';
import { after, hour, minute } from '../../src/time.ts';
import { event, faultsOf, person, problemOf, refusal } from '../support.ts';

const openScene = async (options: MemoryOptions = {}) => {
  const world = createMemoryWorld({ settings: { quotaScale: 1 }, ...options });
  const { domain, clock, emailCodesSent } = world;
  const callerOf = async () => {
    const userId = await person(world);
    const sessionId = world.tables.sessions.rows().findLast((session) => session.userId === userId)?.id;
    return { userId, sessionId: sessionId as NonNullable<typeof sessionId> };
  };
  const [ada, bob] = [await callerOf(), await callerOf()];
  const ask = (caller = ada, email = 'ada@mail.example') => domain.askEmailProof({ ...caller, email });
  const mailsAfter = async (work: Promise<unknown>) => {
    const sent = emailCodesSent.length;
    await work;
    await world.performJobs();
    return emailCodesSent.slice(sent);
  };
  const codeAfter = async (work: Promise<unknown>) => (await mailsAfter(work)).at(-1)?.code ?? 'none';
  const check = (code: string, { userId } = ada) => domain.checkEmailCode({ userId, code });
  const emailOf = async ({ userId } = ada) => (await domain.getProfile({ userId })).email;
  const own = async (caller = ada, email = 'ada@mail.example') =>
    check(await codeAfter(ask(caller, email)), caller);
  return { world, domain, clock, ada, bob, callerOf, ask, mailsAfter, codeAfter, check, emailOf, own };
};

/** Another code of six digits. */
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

t.test('an address is proven by the code of its mail, once', async (t) => {
  const { clock, ada, ask, mailsAfter, check, emailOf, world } = await openScene();
  await t.rejects(check('123456'), refusal('code_invalid'), 'none was asked for');
  const answer = await ask(ada, ' Ada@Mail.Example ');
  t.strictSame(answer, { email: 'ada@mail.example', expiresAt: after(clock.now(), 15 * minute) });
  const [mail] = await mailsAfter(Promise.resolve());
  t.match(mail?.code, /^\d{6}$/);
  t.equal(await emailOf(), null, 'not yet');
  t.ok(!JSON.stringify(world.tables.jobs.rows()).includes('mail.example'));
  const user = await check(` ${mail?.code.slice(0, 3)} ${mail?.code.slice(3)} `);
  t.equal(user.email, 'ada@mail.example');
  t.equal(await emailOf(), 'ada@mail.example');
  await t.rejects(check(mail?.code ?? ''), refusal('code_invalid'), 'used');
  t.match(await faultsOf(ask(ada, 'ada')), [{ path: '/email' }]);
});

t.test(
  'a code lives for 15 minutes and five tries, and comes again in that time, three times in all',
  async (t) => {
    const { clock, ask, mailsAfter, codeAfter, check } = await openScene();
    const first = await ask();
    const code = await codeAfter(Promise.resolve());
    clock.advance(10 * minute);
    const again = await mailsAfter(ask());
    t.strictSame(
      again.map(({ sending }) => sending),
      [2],
    );
    t.equal(again[0]?.code, code);
    t.strictSame(await ask(), first, 'it does not live longer');
    t.equal((await mailsAfter(Promise.resolve())).length, 1);
    for (const _ of [1, 2, 3]) t.strictSame(await mailsAfter(ask()), [], 'no fourth mail, and no word of it');
    for (const by of [1, 2, 3, 4]) await t.rejects(check(wrong(code, by)), refusal('code_invalid'));
    t.equal((await check(code)).email, 'ada@mail.example', 'the fifth try is right');
    clock.advance(24 * hour);
    const next = await codeAfter(ask());
    for (const by of [1, 2, 3, 4, 5]) await t.rejects(check(wrong(next, by)), refusal('code_invalid'));
    await t.rejects(check(next), refusal('code_invalid'), 'it has ended');
    const renewed = await codeAfter(ask());
    t.not(renewed, next, 'another call makes another code');
    clock.advance(15 * minute);
    await t.rejects(check(renewed), refusal('code_invalid'), 'expired');
  },
);

t.test('200 parallel guesses: five are judged', async (t) => {
  const { ask, codeAfter, check } = await openScene();
  const code = await codeAfter(ask());
  const guesses = Array.from({ length: 200 }, (_, index) =>
    check(wrong(code, index + 1)).catch(() => 'refused'),
  );
  t.ok((await Promise.all(guesses)).every((outcome) => outcome === 'refused'));
  await t.rejects(check(code), refusal('code_invalid'));
});

t.test('a guess stays counted when its keyed request is rolled back', async (t) => {
  const { world, ada, ask, codeAfter } = await openScene();
  const code = await codeAfter(ask());
  for (const by of [1, 2, 3, 4, 5])
    await t.rejects(
      world.runOnce({ callerId: ada.userId, requestHash: String(by), contentHash: '' }, async (inside) => {
        await inside.checkEmailCode({ ...ada, code: wrong(code, by) });
        return { response: '', isRefusal: false };
      }),
      refusal('code_invalid'),
    );
  await t.rejects(world.domain.checkEmailCode({ ...ada, code }), refusal('code_invalid'));
});

t.test('an address belongs to who proved it last; who had it finds a notice', async (t) => {
  const { world, domain, ada, bob, ask, own, emailOf, mailsAfter } = await openScene();
  await own();
  t.strictSame(
    (await ask(bob)).email,
    'ada@mail.example',
    'the answer is that for an address which nobody has',
  );
  await mailsAfter(Promise.resolve());
  await own(bob);
  t.strictSame([await emailOf(ada), await emailOf(bob)], [null, 'ada@mail.example']);
  const noticesOf = async (userId: UserId) => (await domain.listNotices({ userId })).items;
  await world.performJobs();
  t.match(await noticesOf(ada.userId), [{ kind: 'email_removed', event: null, readAt: null }]);
  t.strictSame(await noticesOf(bob.userId), []);
  t.strictSame(world.noticeMailsSent, [], 'nothing is mailed to an address of another account');
});

t.test('the link proves without signing in; looking at it changes nothing', async (t) => {
  const { domain, ask, mailsAfter, emailOf, check } = await openScene();
  const [mail] = await mailsAfter(ask());
  const token = mail?.token ?? '';
  for (const _ of [1, 2]) t.strictSame(await domain.viewEmailLink({ token }), { email: 'ada@mail.example' });
  t.equal(await emailOf(), null);
  t.strictSame(await domain.openEmailLink({ token }), { email: 'ada@mail.example' });
  t.equal(await emailOf(), 'ada@mail.example');
  for (const bad of [token, `${token}x`, '', 'x\0', 'é'])
    for (const use of [domain.viewEmailLink, domain.openEmailLink])
      await t.rejects(use({ token: bad }), refusal('not_found'));
  await t.rejects(check(mail?.code ?? ''), refusal('code_invalid'), 'one proof, used once');
});

t.test('a code that another call used up meanwhile is no code', async (t) => {
  const { world, ada, ask, codeAfter } = await openScene();
  const code = await codeAfter(ask());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => world.domain.checkEmailCode({ ...ada, code })),
  );
  t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  const [mail] = await (async () => {
    world.clock.advance(24 * hour);
    await ask();
    await world.performJobs();
    return world.emailCodesSent.slice(-1);
  })();
  const links = await Promise.allSettled(
    Array.from({ length: 3 }, () => world.domain.openEmailLink({ token: mail?.token ?? '' })),
  );
  t.equal(links.filter(({ status }) => status === 'fulfilled').length, 1);
});

t.test('an account causes five mails of codes a day, a mailbox gets three, whoever asks', async (t) => {
  const { clock, ada, bob, callerOf, ask, mailsAfter, check } = await openScene();
  for (const name of 'abcde') t.equal((await mailsAfter(ask(ada, `${name}@mail.example`))).length, 1);
  t.hasStrict(await problemOf(ask(ada, 'f@mail.example')), {
    code: 'rate_limited',
    budget: 'email-codes',
    limit: 5,
  });
  for (const caller of [bob, await callerOf()])
    t.equal((await mailsAfter(ask(caller, 'a+1@mail.example'))).length, 1);
  const late = await callerOf();
  const silent = await ask(late, 'a@mail.example');
  t.strictSame(await mailsAfter(Promise.resolve()), [], 'the mailbox has had three');
  t.strictSame(silent, { email: 'a@mail.example', expiresAt: after(clock.now(), 15 * minute) });
  t.strictSame(await ask(late, 'a@mail.example'), silent);
  const guesses = Array.from({ length: 5 }, (_, index) => check(String(100_000 + index), late));
  for (const guess of guesses) await t.rejects(guess, refusal('code_invalid'));
  clock.advance(24 * hour);
  t.equal((await mailsAfter(ask(ada, 'f@mail.example'))).length, 1);
});

t.test('where quotas are off an account has no budget, a mailbox has', async (t) => {
  const { ask, mailsAfter, ada } = await openScene({ settings: { quotaScale: 0 } });
  let sent = 0;
  for (const name of 'abcdefg') sent += (await mailsAfter(ask(ada, `${name}@mail.example`))).length;
  t.equal(sent, 7);
  for (const _ of [1, 2]) {
    await ask(ada, 'b@mail.example');
    t.equal((await mailsAfter(ask(ada, 'a@mail.example'))).length, 1, 'what was replaced is not sent');
  }
  await ask(ada, 'b@mail.example');
  t.strictSame(await mailsAfter(ask(ada, 'a@mail.example')), []);
});

t.test('a removed address gets nothing; removing it twice is fine', async (t) => {
  const { domain, ada, ask, own, emailOf, mailsAfter, codeAfter, check } = await openScene();
  await own();
  const code = await codeAfter(ask());
  for (const _ of [1, 2]) t.equal(await domain.removeEmail(ada), undefined);
  t.equal(await emailOf(), null);
  await t.rejects(check(code), refusal('code_invalid'), 'what was on its way has ended');
  await ask();
  await domain.removeEmail(ada);
  t.strictSame(await mailsAfter(Promise.resolve()), [], 'a mail that proves nothing is not sent');
});

t.test('notices go to the account’s address, else to those of invitations', async (t) => {
  const { world, domain, ada, bob, own } = await openScene({ settings: { quotaScale: 0 } });
  const organizer = bob.userId;
  const { id: eventId } = await event(world, organizer);
  await domain.invite({
    eventId,
    callerId: organizer,
    circleIds: [],
    userIds: [],
    emails: ['guest@mail.example'],
  });
  await world.deliverMails();
  await domain.acceptInvitation({ token: world.mailsSent[0]?.token ?? '', userId: ada.userId });
  const tell = async () => {
    const sent = world.noticeMailsSent.length;
    await domain.announce({ eventId, callerId: organizer, text: 'Bring a lamp.', to: ['going'] });
    await world.performJobs();
    return world.noticeMailsSent
      .slice(sent)
      .flatMap(({ email, notice: { kind } }) => (kind === 'announcement' ? [email] : []));
  };
  t.strictSame(await tell(), ['guest@mail.example']);
  await own();
  t.strictSame(await tell(), ['ada@mail.example']);
  await domain.removeEmail(ada);
  t.strictSame(await tell(), ['guest@mail.example']);
  await own(bob, 'guest@mail.example');
  t.strictSame(await tell(), [], 'it is another account’s');
});

t.test('a mailbox that wants no mail gets codes alone, until its owner wants mail again', async (t) => {
  const { world, domain, ada, bob, ask, mailsAfter, own } = await openScene({ settings: { quotaScale: 0 } });
  const { userId } = ada;
  const [mail] = await mailsAfter(ask());
  await domain.unsubscribe({ token: mail?.unsubscribeToken ?? '' });
  world.clock.advance(24 * hour);
  t.equal((await own()).email, 'ada@mail.example');
  const { id: eventId } = await event(world, bob.userId);
  await domain.answerRsvp({ eventId, userId, state: 'going' });
  const tell = async () => {
    const sent = world.noticeMailsSent.length;
    await domain.announce({ eventId, callerId: bob.userId, text: 'Bring a lamp.', to: ['going'] });
    await world.performJobs();
    return world.noticeMailsSent.slice(sent).filter(({ notice }) => notice.kind === 'announcement').length;
  };
  t.equal(await tell(), 0);
  const silent = await domain.getNoticeSettings({ userId });
  const { reminders } = silent;
  t.equal(silent.email, false, 'and the settings say so');
  await domain.changeNoticeSettings({ userId, email: false, reminders });
  t.equal(await tell(), 0);
  await domain.changeNoticeSettings({ userId, email: true, reminders });
  t.strictSame(await domain.getNoticeSettings({ userId }), { ...silent, email: true });
  t.equal(await tell(), 1);
  await domain.changeNoticeSettings({ userId: bob.userId, email: true, reminders });
});

t.test('a session that has ended proves nothing, nor does an account that is gone', async (t) => {
  const { world, domain, ada, ask, mailsAfter } = await openScene();
  const [mail] = await mailsAfter(ask());
  await domain.logOut(ada);
  await t.rejects(domain.openEmailLink({ token: mail?.token ?? '' }), refusal('not_found'));
  await world.dependencies.stores.users.erase(ada.userId, world.clock.now());
  await t.rejects(ask(), refusal('unauthenticated'));
});
