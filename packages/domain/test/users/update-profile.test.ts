import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { UserId } from '../../src/ids.ts';
import type { ProfileChanges, User } from '../../src/users/user.ts';
import { sessionScene } from '../sessions/session-scene.ts';
import { faultsOf, person, problemOf, refusal, unknownId } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const userId = await person(world);
  const update = (changes: ProfileChanges) => world.domain.updateProfile({ userId, changes });
  return { world, userId, update };
};
const url = (length: number) => `https://pics.example/${'x'.repeat(length - 21)}`;
const username =
  'must be 3 to 30 letters a-z, digits, dots, hyphens or underscores, with a letter or digit at both ends';
const oneLine = 'must be one line without control characters or line breaks';
const locale = 'must be a language tag (BCP 47) of at most 35 characters';
const avatar =
  'must be an http or https URL (RFC 3986) without user name and password, of at most 2048 characters';

t.test('every field is changed alone, trimmed where it is a text', async (t) => {
  const { world, userId, update } = await scene();
  let expected = await world.domain.getProfile({ userId });
  const steps: readonly [ProfileChanges, Partial<User>][] = [
    [{ name: ' Zoë ' }, { name: 'Zoë' }],
    [{ username: 'zoe.k' }, { username: 'zoe.k' }],
    [{ avatar: url(30) }, { avatar: url(30) }],
    [{ bio: ' Sings\n' }, { bio: 'Sings' }],
    [{ city: ' Oslo ' }, { city: 'Oslo' }],
    [{ locale: 'de-at' }, { locale: 'de-AT' }],
    [{}, {}],
    [{ locale: null }, { locale: null }],
    [{ avatar: null }, { avatar: null }],
    [
      { name: ' ', bio: '', city: ' ' },
      { name: '', bio: '', city: '' },
    ],
  ];
  for (const [input, expectedName] of steps) {
    expected = { ...expected, ...expectedName };
    t.strictSame(await update(input), expected, JSON.stringify(input));
  }
  const more = { name: 'Zoë', role: 'admin', peacesBalance: 5 };
  t.strictSame(await update(more), { ...expected, name: 'Zoë' }, 'nothing else can be changed');
});

t.test('every limit is accepted, and one step beyond is that field’s fault', async (t) => {
  const { update } = await scene();
  const accepted: readonly ProfileChanges[] = [
    { name: 'x'.repeat(100) },
    { username: 'abc' },
    { username: 'x'.repeat(30) },
    { username: 'A.b-c_9' },
    { avatar: url(2048) },
    { bio: 'x'.repeat(1000) },
    { city: 'x'.repeat(100) },
    { locale: 'pt-BR' },
    { locale: 'zh-Hant-TW' },
  ];
  for (const changes of accepted)
    t.hasStrict(await update(changes), changes, JSON.stringify(changes).slice(0, 40));
  const refused: readonly [ProfileChanges, string, string][] = [
    [{ name: 'x'.repeat(101) }, '/name', 'must be at most 100 characters'],
    [{ username: 'ab' }, '/username', username],
    [{ username: 'x'.repeat(31) }, '/username', username],
    [{ username: '.abc' }, '/username', username],
    [{ username: 'abc-' }, '/username', username],
    [{ username: 'a c' }, '/username', username],
    [{ avatar: url(2049) }, '/avatar', avatar],
    [{ bio: 'x'.repeat(1001) }, '/bio', 'must be at most 1000 characters'],
    [{ city: 'x'.repeat(101) }, '/city', 'must be at most 100 characters'],
    [{ locale: 'de_DE' }, '/locale', locale],
    [{ locale: '' }, '/locale', locale],
    [{ locale: `en-x-${'a-'.repeat(15)}a` }, '/locale', locale],
    [{ name: 'Zoë\n' }, '/name', oneLine],
    [{ city: 'a\u0085b' }, '/city', oneLine],
    [{ username: 'zoe.k\n' }, '/username', username],
    [{ bio: 'a\u001b[2Jb' }, '/bio', 'must not contain control characters other than line feed and tab'],
  ];
  for (const [changes, path, message] of refused)
    t.strictSame(await faultsOf(update(changes)), [{ path, message }], JSON.stringify(changes).slice(0, 40));
});

t.test('a deleted account cannot be changed', async (t) => {
  const { world } = await scene();
  const call = world.domain.updateProfile({ userId: unknownId as UserId, changes: { name: 'x' } });
  t.strictSame(await problemOf(call), { code: 'unauthenticated' });
});

t.test('a partial update leaves the other fields unchanged', async (t) => {
  const { world, user } = await sessionScene();
  const { domain } = world;
  const update = (changes: Parameters<typeof domain.updateProfile>[0]['changes']) =>
    domain.updateProfile({ userId: user.id, changes });
  t.hasStrict(await update({ name: ' Zoë ', username: 'zoe.k', city: 'Oslo' }), {
    name: 'Zoë',
    username: 'zoe.k',
    city: 'Oslo',
  });
  t.hasStrict(await update({ avatar: 'https://pics.example/z.png' }), {
    name: 'Zoë',
    avatar: 'https://pics.example/z.png',
  });
  t.hasStrict(await update({ avatar: null }), { avatar: null });
  for (const changes of [
    { username: 'no' },
    { username: 'white space' },
    { username: '-dash' },
    { name: 'x'.repeat(101) },
    { avatar: 'data:text/html,x' },
    { bio: 'nul\u0000' },
  ])
    await t.rejects(update(changes), refusal('invalid_request'), JSON.stringify(changes));
  const other = await person(world);
  await t.rejects(
    domain.updateProfile({ userId: other, changes: { username: 'Zoe.K' } }),
    refusal('username_taken'),
  );
});

t.test('metadata changes name by name, and loses nothing to another change', async (t) => {
  const { world, userId, update } = await scene();
  t.strictSame((await update({ metadata: { b: '2', a: '1' } })).metadata, { a: '1', b: '2' });
  t.strictSame((await update({ metadata: { a: null, c: '3' }, name: 'Zoë' })).metadata, { b: '2', c: '3' });
  await Promise.all(['x', 'y', 'z'].map((key) => update({ metadata: { [key]: key } })));
  const { metadata, name } = await world.domain.getProfile({ userId });
  t.strictSame([metadata, name], [{ b: '2', c: '3', x: 'x', y: 'y', z: 'z' }, 'Zoë']);
  const many = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`k${index}`, '']));
  t.match(await faultsOf(update({ metadata: many })), [{ path: '/metadata' }]);
  t.strictSame((await world.domain.getProfile({ userId })).metadata, metadata);
});
