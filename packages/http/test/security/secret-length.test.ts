import t from 'tap';
import { openTestApp } from '../../test-support/test-app.ts';

t.test('weak secrets do not start', async (t) => {
  await t.rejects(
    openTestApp(t, { with: { jwtKeys: [{ kid: 'a', secret: Buffer.alloc(31) }] } }),
    RangeError,
  );
  await t.rejects(openTestApp(t, { with: { jwtKeys: [] } }), RangeError);
  await t.rejects(
    openTestApp(t, { with: { refreshSecrets: [Buffer.alloc(32), Buffer.alloc(16)] } }),
    RangeError,
  );
  await t.rejects(openTestApp(t, { with: { refreshSecrets: [] } }), RangeError);
});
