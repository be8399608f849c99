import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { changeSignIn } from '../../src/sign-in/change-sign-in.ts';
import { emptySignInRecord, type SignInRecord } from '../../src/sign-in/sign-in-record.ts';

const phone = '+4915112345678';
const sentAt = (iso: string) => ({ ...emptySignInRecord, sms: { known: [], unknown: [new Date(iso)] } });
const [first, second] = [sentAt('2026-06-01T12:00:00Z'), sentAt('2026-06-01T13:00:00Z')];

t.test('the result is the stored record', async (t) => {
  const { signIns } = createMemoryWorld().dependencies.stores;
  const write = await changeSignIn(signIns, phone, () => ({ record: first, outcome: 'a' }));
  t.strictSame(write, { outcome: 'a', current: { record: first, version: 1 } });
  t.strictSame(await signIns.find(phone), write.current);
  const none = await changeSignIn(signIns, phone, () => ({ record: null, outcome: 'b' }));
  t.strictSame(none, { outcome: 'b', current: write.current }, 'without a record nothing is written');
});

t.test('a known record is not read again unless another write came first', async (t) => {
  const { signIns } = createMemoryWorld().dependencies.stores;
  let readings = 0;
  const counting = {
    ...signIns,
    find: (number: string) => {
      readings += 1;
      return signIns.find(number);
    },
  };
  const { current } = await changeSignIn(counting, phone, () => ({ record: first, outcome: null }));
  t.equal(readings, 1);
  const next = await changeSignIn(counting, phone, () => ({ record: second, outcome: null }), current);
  t.equal(readings, 1);
  t.equal(next.current.version, 2);
  const decided: unknown[] = [];
  const decide = (record: SignInRecord) => {
    decided.push(record);
    return { record: first, outcome: null };
  };
  t.equal((await changeSignIn(counting, phone, decide, current)).current.version, 3);
  t.equal(readings, 2);
  t.strictSame(decided, [first, second]);
});
