import { randomBytes } from 'node:crypto';
import type { SealedKeys } from '@event-platform/domain';
import t from 'tap';
import { mailboxKeys, opensMailboxKeys } from '../src/mailbox-keys.ts';

/** Sealed keys in memory. */
const newStore = (): SealedKeys & { readonly rows: string[] } => {
  const rows: string[] = [];
  return {
    rows,
    find: async () => rows.at(-1) ?? null,
    replace: async (_name, former, sealed) => {
      if (former === (rows.at(-1) ?? null)) rows.push(sealed);
      return rows.at(-1) ?? '';
    },
  };
};

const silent = (): void => undefined;
const [old, fresh] = [randomBytes(32), randomBytes(32)];
const mailbox = 'ada@mail.example';

t.test('a key names a mailbox and does not tell it; a token holds the key', async (t) => {
  const store = newStore();
  const keys = mailboxKeys(store, [old], silent);
  await keys.open();
  const [ada = '', bob = '', again = ''] = await keys.keysOf([mailbox, 'bob@mail.example', mailbox]);
  t.match(ada, /^[\w-]{22}$/);
  t.equal(again, ada);
  t.not(bob, ada);
  const token = await keys.tokenOf(ada);
  t.match(token, /^[\w-]{44}$/);
  t.equal(await keys.keyIn(token), ada);
  const tampered = `${bob}${token.slice(22)}`;
  for (const wrong of ['', ada, tampered, token.slice(0, -1), `${token}x`, 'ü'.repeat(44)])
    t.equal(await keys.keyIn(wrong), null, wrong);
  const other = mailboxKeys(newStore(), [old], silent);
  t.notSame(await other.keysOf([mailbox]), [ada], 'each service has a key of its own');
  t.equal(await other.keyIn(token), null);
});

t.test('keys and tokens stay when the pepper is rotated and the former one is dropped', async (t) => {
  const store = newStore();
  const before = mailboxKeys(store, [old], silent);
  const [key = ''] = await before.keysOf([mailbox]);
  const token = await before.tokenOf(key);
  const warnings: string[] = [];
  const steps = [[old, fresh], [fresh, old], [fresh]];
  for (const peppers of steps) {
    const keys = mailboxKeys(store, peppers, (message) => warnings.push(message));
    t.strictSame(await keys.keysOf([mailbox]), [key]);
    t.equal(await keys.keyIn(token), key);
  }
  t.equal(store.rows.length, 2, 'sealed anew once');
  t.strictSame(warnings, []);
});

t.test('a key that no pepper opens is replaced, with a warning', async (t) => {
  const store = newStore();
  const [key] = await mailboxKeys(store, [old], silent).keysOf([mailbox]);
  const warnings: string[] = [];
  const keys = mailboxKeys(store, [fresh], (message) => warnings.push(message));
  t.notSame(await keys.keysOf([mailbox]), [key]);
  t.match(warnings, [/no pepper opens the key of mailboxes/]);
  await keys.open();
  t.equal(warnings.length, 1);
  await store.replace('', store.rows.at(-1) ?? '', 'damaged');
  await mailboxKeys(store, [fresh], (message) => warnings.push(message)).open();
  t.equal(warnings.length, 2);
});

t.test('processes that start at once agree on one key', async (t) => {
  const store = newStore();
  const all = await Promise.all([1, 2, 3].map(() => mailboxKeys(store, [old], silent).keysOf([mailbox])));
  t.equal(new Set(all.flat()).size, 1);
  t.equal(store.rows.length, 1);
});

t.test('whether the peppers are those of the service', async (t) => {
  const store = newStore();
  t.equal(await opensMailboxKeys(store, [fresh]), true, 'no service has been here');
  await mailboxKeys(store, [old], silent).open();
  t.strictSame(
    await Promise.all([[old], [fresh, old], [fresh]].map((peppers) => opensMailboxKeys(store, peppers))),
    [true, true, false],
  );
});

t.test('a database that is away for a moment is asked again', async (t) => {
  const store = newStore();
  let isAway = true;
  const find = async () => {
    if (isAway) throw new Error('away');
    return store.find('');
  };
  const keys = mailboxKeys({ ...store, find }, [old], silent);
  await t.rejects(keys.open(), /away/);
  isAway = false;
  t.equal((await keys.keysOf([mailbox])).length, 1);
  t.throws(() => mailboxKeys(store, [], silent), RangeError);
});
