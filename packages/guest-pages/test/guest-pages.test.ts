import t from 'tap';
import { compileSchemas } from '../../http/test-support/compile-schemas.ts';
import { openTestSite } from '../test-support/test-site.ts';

t.test('every schema of a page compiles, which a start does not tell', async (t) => {
  const compiled = await compileSchemas(t, openTestSite, (path) => !path.startsWith('/v1/'));
  t.ok(compiled > 10, `${compiled} schemas`);
});

t.test('a short key of forms does not start', async (t) => {
  const started = openTestSite(t, { site: { formSecrets: [Buffer.alloc(31)] } });
  await t.rejects(started, { name: 'RangeError', message: /form secret/ });
});
