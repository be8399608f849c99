import t from 'tap';
import type { UserId } from '../../src/ids.ts';
import { generatedUsername, newUser } from '../../src/users/user.ts';
import { UsernameTaken } from '../../src/users/username-taken.ts';
import { unknownId } from '../support.ts';

t.test('a new user has an id, a phone and a username, and nothing else', async (t) => {
  const createdAt = new Date('2026-06-01T12:00:00.000Z');
  const id = unknownId as UserId;
  t.strictSame(newUser(id, '+4915112345678', 'user-ab3def9x', createdAt), {
    id,
    phone: '+4915112345678',
    name: '',
    username: 'user-ab3def9x',
    avatar: null,
    bio: '',
    role: 'user',
    city: '',
    email: null,
    locale: null,
    peacesBalance: 0,
    metadata: {},
    createdAt,
    suspendedAt: null,
    suspensionReason: null,
  });
});

t.test('a generated username has eight letters or digits of the token', async (t) => {
  t.equal(generatedUsername('Ab-3_dEf9xyz'), 'user-ab3def9x');
  t.equal(generatedUsername('A-_b'), 'user-ab000000');
});

t.test('a taken username is an error of its own', async (t) => {
  const { name, message } = new UsernameTaken();
  t.strictSame([name, message], ['UsernameTaken', 'username taken']);
});
