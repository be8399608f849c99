import t from 'tap';
import { invitationToken, wellFormedUsername } from '../../src/input/tokens.ts';

t.test('tokens and usernames of a path', async (t) => {
  t.equal(invitationToken('a'.repeat(200)), 'a'.repeat(200));
  for (const text of ['', 'a'.repeat(201), 'a b', 'a\n', '.', 'é'])
    t.throws(() => invitationToken(text), { message: 'invitation_not_found' });
  t.equal(wellFormedUsername('a.b_c-9'.padEnd(30, 'z')), 'a.b_c-9'.padEnd(30, 'z'));
  for (const text of ['', 'a'.repeat(31), 'a b', 'a\n', '/'])
    t.throws(() => wellFormedUsername(text), { message: 'not_found' });
});
