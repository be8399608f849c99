import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const { person, event, world } = scene;
  const [host, ada] = [await person(), await person()];
  const { id } = await event(host);
  const guest = visitor(scene);
  world.clock.advance(60_000);
  const answer = async () => {
    const codePage = await (await guest.open(`/e/${id}`)).press('Send me a code', {
      ...{ phone: ada.phone, answer: 'going' },
    });
    return codePage.press('I’m going', { code: world.smsSent.at(-1)?.code ?? '' });
  };
  const emailOf = async () => (await scene.call('GET /v1/auth/me', { as: ada })).body.email;
  const mailed = async () => {
    await world.performJobs();
    return world.emailCodesSent.at(-1);
  };
  return { ...scene, host, ada, id, guest, answer, emailOf, mailed };
};

t.test('whoever answered is offered mails, and types the code on the next page', async (t) => {
  const { answer, emailOf, mailed } = await openScene(t);
  const answered = await answer();
  t.match(answered.words, 'Hear about changes by e-mail');
  const refused = await answered.press('Send me a code by e-mail', { email: 'ada' });
  t.equal(refused.status, 400);
  t.match(refused.words, 'This is not an e-mail address.');
  const codePage = await refused.press('Send me a code by e-mail', { email: 'ada@mail.example' });
  t.equal(codePage.status, 200);
  t.match(codePage.words, /Enter your code[\s\S]*ada@mail\.example[\s\S]*15 minutes[\s\S]*6 digits/);
  const mail = await mailed();
  for (const code of ['12', String((Number(mail?.code) + 1) % 1_000_000).padStart(6, '0')]) {
    const wrong = await codePage.press('Confirm my address', { code });
    t.equal(wrong.status, 400);
    t.match(wrong.words, 'This code is not right');
  }
  const proven = await codePage.press('Confirm my address', { code: mail?.code ?? '' });
  t.equal(proven.status, 200);
  t.match(proven.words, /Your address is confirmed[\s\S]*ada@mail\.example/);
  t.equal(await emailOf(), 'ada@mail.example');
});

t.test('a form that is too old, or of nobody, is shown again', async (t) => {
  const { answer, world, mailed } = await openScene(t);
  const answered = await answer();
  world.clock.advance(31 * 60_000);
  const late = await answered.press('Send me a code by e-mail', { email: 'ada@mail.example' });
  t.equal(late.status, 400);
  t.match(late.words, 'We do not know you any more');
  world.clock.advance(120 * 60_000);
  const old = await answered.press('Send me a code by e-mail', { email: 'ada@mail.example' });
  t.equal(old.status, 400);
  t.match(old.words, 'The form is too old');
  t.equal(await mailed(), undefined);
});

t.test('the settings of notices have the same form', async (t) => {
  const { guest, ada, world, mailed, emailOf } = await openScene(t);
  const signIn = await (await guest.open('/notice-settings')).press('Send me a code', { phone: ada.phone });
  const settings = await signIn.press('Sign in', { code: world.smsSent.at(-1)?.code ?? '', stay: '1' });
  t.match(settings.words, 'Hear about changes by e-mail');
  const codePage = await (await guest.open('/notice-settings')).press('Send me a code by e-mail', {
    email: 'ada@mail.example',
  });
  const proven = await codePage.press('Confirm my address', { code: (await mailed())?.code ?? '' });
  t.equal(proven.status, 200, 'by the cookie');
  t.equal(await emailOf(), 'ada@mail.example');
});

t.test('the link of the mail shows one button, and proves when it is pressed', async (t) => {
  const { call, ada, guest, mailed, emailOf } = await openScene(t);
  const { status, body } = await call('POST /v1/me/email', { as: ada, body: { email: 'Ada@mail.example' } });
  t.equal(status, 202);
  t.equal(body.email, 'ada@mail.example');
  const path = `/email/${(await mailed())?.token}`;
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await call(`${method} ${path}`);
    t.equal(status, 200);
    t.equal(headers['cache-control'], 'no-store');
    t.equal(headers['referrer-policy'], 'no-referrer');
    t.match(headers['x-robots-tag'], 'noindex');
    if (method === 'GET') t.equal(text.match(/<button/g)?.length, 1);
  }
  t.equal(await emailOf(), null, 'looking changes nothing');
  const foreign = await call(`POST ${path}`, { headers: { 'sec-fetch-site': 'cross-site' } });
  t.equal(foreign.status, 403);
  const german = await guest.open(path, { headers: { 'accept-language': 'de' } });
  const proven = await german.press('Ja, das ist meine Adresse');
  t.equal(proven.status, 200);
  t.equal(await emailOf(), 'ada@mail.example');
  for (const bad of [path, '/email/x', '/email/%00', `/email/${'x'.repeat(200)}`])
    for (const method of ['GET', 'POST'])
      t.equal((await call(`${method} ${bad}`)).status, 404, `${method} ${bad}`);
});
