import t from 'tap';
import { signInAgain } from '../../../test-support/sessions.ts';
import { isProblem, openTestApp, uuidv7 } from '../../../test-support/test-app.ts';

t.test('a user lists their sessions', async (t) => {
  const app = await openTestApp(t);
  const { call, person, world } = app;
  isProblem(t, await call('GET /v1/auth/sessions'), 401, 'unauthenticated');
  const one = await person();
  await person();
  const at = world.clock.now().toISOString();
  const tablet = await signInAgain(app, one, '  Lantern/7\u0085\u00ad (Tablet)\t ');
  const now = world.clock.now().toISOString();
  const { status, headers, body } = await call('GET /v1/auth/sessions', { as: tablet });
  t.equal(status, 200);
  t.equal(headers['cache-control'], 'no-store');
  t.strictSame(Object.keys(body), ['data']);
  t.strictSame(Object.keys(body.data[0]), ['id', 'createdAt', 'lastUsedAt', 'device', 'isCurrent']);
  const [{ id, ...first }, { id: otherId, ...second }] = body.data;
  t.match([id, otherId], [uuidv7, uuidv7]);
  t.strictSame(first, { createdAt: now, lastUsedAt: now, device: 'Lantern/7 (Tablet)', isCurrent: true });
  t.strictSame(second, { createdAt: at, lastUsedAt: at, device: 'lightMyRequest', isCurrent: false });
  const named = await signInAgain(app, one, 'Lantern/7', ` Mira’s\u00ad${'🎪'.repeat(95)}`);
  const [ofPhone] = (await call('GET /v1/auth/sessions', { as: named })).body.data;
  t.equal(ofPhone.device, `Mira’s ${'🎪'.repeat(93)}`, 'by its own name');
  const long = await signInAgain(app, one, `${'x'.repeat(99)} y`);
  const { body: sessions } = await call('GET /v1/auth/sessions', { as: long });
  t.equal(sessions.data[0].device, 'x'.repeat(99), 'cut to 100 characters');
});
