import t from 'tap';
import { UsernameTaken } from '../../src/ports/user-store.ts';
import { generatedUsername } from '../../src/users/user.ts';

t.test('a generated username has eight letters or digits of the token', async (t) => {
  t.equal(generatedUsername('Ab-3_dEf9xyz'), 'user-ab3def9x');
  t.equal(generatedUsername('A-_b'), 'user-ab000000');
});

t.test('a taken username is an error of its own', async (t) => {
  const { name, message } = new UsernameTaken();
  t.strictSame([name, message], ['UsernameTaken', 'username taken']);
});
