import { memoryProof } from '@event-platform/domain/memory';
import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

t.test(
  'unknown callers solve a challenge when many ask for codes, and other callers run none for it',
  async (t) => {
    const scene = await openTestSite(t, { domain: { smsDailyBudget: 16 } });
    const { person, event, world, call } = scene;
    const path = `/e/${(await event(await person())).id}`;
    const guest = visitor(scene);
    const ask = async (phone: string, ip?: string) =>
      (await guest.open(path)).press('Send me a code', { phone }, ip === undefined ? {} : { ip });
    for (const last of [1, 2]) {
      const free = await ask(`+4477009001${last}0`, `203.0.113.${last}`);
      t.equal(free.status, 200);
      t.notOk(free.document.querySelector('script[src*=proof]'));
    }
    const phone = '+447700900199';
    const codePage = await ask(phone, '198.51.100.1');
    t.equal(codePage.status, 403);
    t.match(codePage.words, 'One moment');
    t.match(codePage.document.querySelector('noscript')?.text, 'needs JavaScript');
    t.match(codePage.headers['content-security-policy'], "script-src 'self'");
    t.notMatch(codePage.headers['content-security-policy'], 'unsafe');
    const script = await call(`GET ${codePage.document.querySelector('script[src]')?.getAttribute('src')}`);
    t.match(script.headers['content-type'], 'text/javascript');
    const data = codePage.document.querySelector('[data-challenge]')?.getAttribute('data-challenge') ?? '';
    t.equal(codePage.field('proof'), '', 'to be filled in by the script');
    const unsolvedPage = await codePage.press('Send me a code', {}, { ip: '198.51.100.2' });
    t.equal(unsolvedPage.status, 403, 'without JavaScript there is another challenge');
    const proof = memoryProof(JSON.parse(data));
    const wrong = await codePage.press(
      'Send me a code',
      { proof: 'x'.repeat(6_000) },
      { ip: '198.51.100.3' },
    );
    t.equal(wrong.status, 403);
    const solvedPage = await codePage.press('Send me a code', { proof }, { ip: '198.51.100.4' });
    t.equal(solvedPage.status, 200);
    const going = await solvedPage.press('I’m going', { code: world.smsSent.at(-1)?.code ?? '' });
    t.match(going.words, 'You are going');
  },
);

t.test('a known caller is not asked for a proof', async (t) => {
  const scene = await openTestSite(t, { domain: { smsDailyBudget: 16 } });
  const { person, event } = scene;
  const member = await person();
  const path = `/e/${(await event(member)).id}`;
  const guest = visitor(scene);
  const ask = async (phone: string, ip: string) =>
    (await guest.open(path)).press('Send me a code', { phone }, { ip });
  for (const last of [1, 2, 3]) await ask(`+4477009001${last}0`, `203.0.113.${last}`);
  scene.world.clock.advance(60_000);
  t.equal((await ask(member.phone, '198.51.100.9')).status, 200, 'a phone with an account');
  t.equal((await ask('+447700900150', '10.1.0.77')).status, 200, 'a network of an earlier sign-in');
});

const phone = '+491711234567';

const askForCode = async (t: Test) => {
  const scene = await openTestSite(t);
  const { id } = await scene.event(await scene.person());
  const codePage = await (await visitor(scene).open(`/e/${id}`)).press('Send me a code', { phone });
  return { codePage, code: scene.world.smsSent.at(-1)?.code ?? '' };
};

t.test('the code is typed by the guest alone', async (t) => {
  const { codePage } = await askForCode(t);
  t.strictSame([codePage.field('phone'), codePage.field('code')], [phone, '']);
});

t.test('an answer without a phone number leads back to it', async (t) => {
  const { codePage, code } = await askForCode(t);
  const visit = await codePage.press('I’m going', { phone: '', code });
  t.equal(visit.status, 400);
  t.match(visit.words, 'Enter a phone number');
  t.equal(visit.field('phone'), '');
});

t.test('an answer with a phone number that is none shows the form with it', async (t) => {
  const { codePage, code } = await askForCode(t);
  const visit = await codePage.press('I’m going', { phone: '+49 12', code });
  t.equal(visit.status, 400);
  t.match(visit.words, 'Enter a phone number');
  t.equal(visit.field('phone'), '+49 12');
});

t.test('the page of an answer counts it', async (t) => {
  const { codePage, code } = await askForCode(t);
  const going = await codePage.press('I’m going', { code });
  t.match(going.words, 'You are going');
  t.match(going.words, '1 person is going');
});

t.test('an answer beyond the quota of its account leads to a new code: the first one is used', async (t) => {
  const scene = await openTestSite(t, { domain: { quotaScale: 0.01 } });
  const { person, event, world } = scene;
  const path = `/e/${(await event(await person())).id}`;
  const ask = async () => {
    world.clock.advance(60_000);
    return (await visitor(scene).open(path)).press('Send me a code', { phone });
  };
  const newCode = () => ({ code: world.smsSent.at(-1)?.code ?? '' });
  t.match((await (await ask()).press('I’m going', newCode())).words, 'You are going');
  const refusal = await (await ask()).press('I’m interested', newCode());
  t.equal(refusal.status, 429);
  t.equal(refusal.field('phone'), phone);
  t.equal(refusal.field('code'), undefined);
  world.clock.advance(3_600_000);
  const codePage = await refusal.press('Try again');
  t.match(codePage.words, 'Enter your code');
  t.match((await codePage.press('I’m interested', newCode())).words, 'You are interested');
});

t.test('an answer that a page does not offer is refused before an SMS is sent', async (t) => {
  const scene = await openTestSite(t);
  const { person, event, call, world } = scene;
  const organizer = await person();
  const seated = await event(organizer, { capacity: 4, maxPerBooking: 3 });
  const full = await event(organizer, { capacity: 1, waitlist: false });
  await call(`PUT /v1/events/${full.id}/booking`, { as: await person(), body: { quantity: 1 } });
  const unseated = await event(organizer);
  const hidden = await event(organizer, { visibility: 'private' });
  const { body } = await call(`POST /v1/events/${hidden.id}/invites`, {
    as: organizer,
    body: { emails: ['a@example.com'] },
  });
  const link = new URL(body.inviteLink).pathname;
  const guest = visitor(scene);
  const smsCount = world.smsSent.length;
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    // Refused starts count as well.
    world.clock.advance(60_000);
    const form = (await guest.open(path)).field('form') ?? '';
    const fieldsOfPhone = { form, phone: '+491711234567', ...fields };
    return guest.send(`${path}/code`, String(new URLSearchParams(fieldsOfPhone)));
  };
  const paths = [seated, full, unseated].map(({ id }) => `/e/${id}`) as [string, string, string];
  const refusals: (readonly [string, Readonly<Record<string, string>>])[] = [
    ...[...paths, link].flatMap((path) =>
      ['maybe', 'unbook', 'none', 'declined', 'series', 'seriesEnd', 'bring x 1', 'GOING'].map(
        (answer) => [path, { answer }] as const,
      ),
    ),
    ...[paths[1], paths[2], link].map((path) => [path, { answer: 'book', quantity: '1' }] as const),
    ...['0', '4', '-1', '1.5', 'x', ''].map((quantity) => [paths[0], { answer: 'book', quantity }] as const),
    [`${paths[0]}/report`, { answer: 'going' }],
  ];
  for (const [path, fields] of refusals) {
    const page = await post(path, fields);
    const what = `${path} ${JSON.stringify(fields)}`;
    t.equal(page.status, 400, what);
    t.ok(page.document.querySelector('[role=alert]'), what);
    t.equal(page.field('phone'), '+491711234567', 'what was typed stays');
  }
  t.equal(world.smsSent.length, smsCount);
  const offered = await post(paths[0], { answer: 'book', quantity: '3' });
  t.equal(offered.status, 200);
  t.equal(world.smsSent.length, smsCount + 1);
});
