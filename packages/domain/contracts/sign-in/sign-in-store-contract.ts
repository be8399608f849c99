import type { ChallengeId, SessionId } from '../../src/ids.ts';
import { emptySignInRecord, type SignInRecord } from '../../src/sign-in/sign-in-record.ts';
import { after, minute } from '../../src/time.ts';
import { newId, now, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'signIns', 'unitOfWork'>;

const fullRecord = (): SignInRecord => ({
  challenge: {
    id: newId<'challenge'>() as ChallengeId,
    codeKey: 'key',
    createdAt: now,
    tries: { known: 1, unknown: 2 },
    requestedBy: ['unknown', 'known'],
    sms: [
      { at: now, share: 'unknownCallers' },
      { at: after(now, minute), share: 'accounts' },
    ],
    redeemedAt: after(now, minute),
    redemption: { sessionId: newId<'session'>() as SessionId, keyHash: 'hash', isNamed: true },
  },
  sms: { known: [after(now, minute)], unknown: [now] },
  guesses: { known: [now], unknown: [now, now] },
  networks: [{ network: '203.0.113.0/24', signedInAt: now }],
});

export const signInStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps the record of a phone', async (t, { stores: { signIns } }) => {
    const { phone } = someUser();
    t.strictSame(await signIns.find(phone), { record: emptySignInRecord, version: 0 });
    const record = fullRecord();
    t.equal(await signIns.replace(phone, 0, record), true);
    t.strictSame(await signIns.find(phone), { record, version: 1 });
    t.equal(await signIns.replace(phone, 0, emptySignInRecord), false);
    t.equal(await signIns.replace(phone, 1, emptySignInRecord), true);
    t.strictSame(await signIns.find(phone), { record: emptySignInRecord, version: 2 });
    t.equal(await signIns.replace(someUser().phone, 3, record), false, 'there is no version 3 of nothing');
  });

  await example(
    t,
    'keeps and replaces the record of this phone alone',
    async (t, { stores: { signIns } }) => {
      const [phone, other] = [someUser().phone, someUser().phone];
      const [mine, theirs] = [fullRecord(), fullRecord()];
      await signIns.replace(other, 0, theirs);
      t.strictSame(await signIns.find(phone), { record: emptySignInRecord, version: 0 });
      t.equal(await signIns.replace(phone, 1, mine), false, 'the version of the other phone');
      t.equal(await signIns.replace(phone, 0, mine), true);
      t.equal(await signIns.replace(phone, 1, emptySignInRecord), true);
      t.equal(await signIns.replace(phone, 3, mine), false, 'a version to come');
      t.strictSame(await signIns.find(phone), { record: emptySignInRecord, version: 2 });
      t.strictSame(await signIns.find(other), { record: theirs, version: 1 });
    },
  );

  await example(t, 'finds the record of a phone that was forgotten', async (t, { stores: { signIns } }) => {
    const [phone, other] = [someUser().phone, someUser().phone];
    const [mine, theirs] = [fullRecord(), fullRecord()];
    await signIns.replace(phone, 0, mine);
    await signIns.replace(other, 0, theirs);
    await signIns.forgetPhone(phone);
    await signIns.forgetPhone(phone);
    await signIns.forgetPhone(someUser().phone);
    t.strictSame(await signIns.find(phone), { record: mine, version: 1 });
    t.strictSame(await signIns.find(other), { record: theirs, version: 1 });
    t.equal(await signIns.replace(phone, 0, emptySignInRecord), false, 'it is still there');
    t.equal(await signIns.replace(phone, 1, emptySignInRecord), true);
    t.strictSame(await signIns.find(phone), { record: emptySignInRecord, version: 2 });
    t.equal(await signIns.replace(phone, 1, mine), false, 'a version that is gone');
  });

  await example(t, 'lets one of parallel writers of a version win', async (t, { stores: { signIns } }) => {
    const { phone } = someUser();
    for (const version of [0, 1]) {
      const won = await concurrently(20, () => signIns.replace(phone, version, fullRecord()));
      t.equal(won.filter(Boolean).length, 1);
    }
  });

  await example(
    t,
    'stays written when the unit of work around it fails',
    async (t, { stores, unitOfWork }) => {
      const { phone } = someUser();
      const record = fullRecord();
      await t.rejects(
        unitOfWork.run(async (inside) => {
          await inside.signIns.replace(phone, 0, record);
          t.strictSame(await stores.signIns.find(phone), { record, version: 1 }, 'others see it at once');
          throw new Error('changed my mind');
        }),
        { message: 'changed my mind' },
      );
      t.strictSame(await stores.signIns.find(phone), { record, version: 1 });
    },
  );
};
