import t from 'tap';
import type { UnopenedDomain } from '../../src/index.ts';

type Command<UseCase> = UseCase extends (command: infer One) => unknown ? One : never;
type Secret = 'token' | 'code' | 'ticket' | 'receipt' | 'device' | 'refreshToken' | 'cookie';

type HasProblemCode = 'noteRefusal';

/** The use cases without an entry that take something which is called like a credential. */
type Unnamed = {
  [Name in keyof UnopenedDomain]: Extract<keyof Command<UnopenedDomain[Name]>, Secret> extends never
    ? never
    : Name;
}[Exclude<keyof UnopenedDomain, HasProblemCode>];

t.test('a use case that takes a credential is of an entry', async (t) => {
  // The compiler says which one is not.
  const isNone: [Unnamed] extends [never] ? true : Unnamed = true;
  t.ok(isNone);
});
