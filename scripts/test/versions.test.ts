import t from 'tap';
import { hasUnreleased, nextVersion, releasedChangelog, withVersion } from '../../ops/packages/versions.ts';

t.test('a release has a later version', async (t) => {
  t.equal(nextVersion('0.1.9', 'patch'), '0.1.10');
  t.equal(nextVersion('0.1.9', 'minor'), '0.2.0');
  t.equal(nextVersion('0.1.9', 'major'), '1.0.0');
  t.equal(nextVersion('0.1.9', '0.10.0'), '0.10.0');
  for (const target of ['0.1.9', '0.1.8', '0.0.10', '1.0', 'latest', '1.0.0-beta'])
    t.throws(() => nextVersion('0.1.9', target), Error, target);
});

t.test('the version is that of the platform’s packages, and of what they need of each other', async (t) => {
  const manifest = {
    name: '@event-platform/http',
    version: '0.1.0',
    dependencies: { '@event-platform/domain': '0.1.0', fastify: '5.12.8' },
  };
  const released = {
    ...manifest,
    version: '0.2.0',
    dependencies: { '@event-platform/domain': '0.2.0', fastify: '5.12.8' },
  };
  t.same(JSON.parse(withVersion(JSON.stringify(manifest), '0.2.0')), released);
  const locked = (http: object, version: string) => ({
    version,
    packages: {
      '': { version },
      'node_modules/@event-platform/http': { resolved: 'packages/http', link: true },
      'node_modules/fastify': { version: '5.12.8' },
      'packages/http': http,
    },
  });
  const text = JSON.stringify(locked(manifest, '0.1.0'));
  t.same(JSON.parse(withVersion(text, '0.2.0')), locked(released, '0.2.0'));
});

t.test('the changelog keeps a place for what comes', async (t) => {
  const text = '# Changelog\n\n## Unreleased\n### Added\n- One.\n\n## 0.1.0\n- Zero.\n';
  const released =
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-22\n### Added\n- One.\n\n## 0.1.0\n- Zero.\n';
  t.equal(releasedChangelog(text, '0.2.0', '2026-11-22'), released);
  t.strictSame([hasUnreleased(text), hasUnreleased(released)], [true, false]);
  t.throws(() => releasedChangelog(released, '0.3.0', '2026-11-23'), { message: /nothing/ });
});
