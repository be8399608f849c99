import type { EmailProof } from '../../src/account-email/email-proof.ts';
import type { SessionId, UserId } from '../../src/ids.ts';
import { after, minute } from '../../src/time.ts';
import { addSession, addUser, newId, newToken, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'accountEmails' | 'sessions' | 'users' | 'moderation', 'unitOfWork'>;

/** Addresses of accounts, as {@link AccountEmails} says. */
export const accountEmailsContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  const asker = async ({ stores }: Ports): Promise<Pick<EmailProof, 'userId' | 'sessionId'>> => {
    const { id: userId } = await addUser(stores);
    return { userId, sessionId: (await addSession(stores, userId)).id };
  };
  const proofOf = (of: Pick<EmailProof, 'userId' | 'sessionId'>, email = 'ada@mail.example'): EmailProof => ({
    ...{ id: newId<'proof'>(), ...of, email, token: newToken(), codeKey: 'key', mails: 1, isMailed: false },
    expiresAt: after(now, 15 * minute),
  });
  const emailOf = async ({ stores }: Ports, id: UserId) => (await stores.users.find(id))?.email;

  await example(t, 'asks again for the same address, and anew for another', async (t, adapters) => {
    const { accountEmails } = adapters.stores;
    const of = await asker(adapters);
    const [first, second, third, fourth] = [
      proofOf(of),
      proofOf(of),
      proofOf(of, 'b@mail.example'),
      proofOf(of),
    ];
    t.equal(await accountEmails.open({ userId: of.userId }, now), null);
    t.strictSame(await accountEmails.ask(first, false, now), first);
    await accountEmails.noteMailed(first.id);
    const session = await addSession(adapters.stores, of.userId);
    const again = { ...first, sessionId: session.id, mails: 2, isMailed: true };
    t.strictSame(await accountEmails.ask({ ...second, sessionId: session.id }, false, now), again);
    for (const by of [{ userId: of.userId }, { id: first.id }, { token: first.token }])
      t.strictSame(await accountEmails.open(by, now), again);
    for (const by of [{ id: second.id }, { token: second.token }])
      t.equal(await accountEmails.open(by, now), null);
    t.strictSame(await accountEmails.ask(third, false, now), third);
    t.equal(await accountEmails.open({ token: first.token }, now), null, 'the earlier one is gone');
    t.strictSame(await accountEmails.ask({ ...fourth, email: third.email }, true, now), {
      ...fourth,
      email: third.email,
    });
    const late = { ...proofOf(of, third.email), expiresAt: after(now, 30 * minute) };
    t.strictSame(await accountEmails.ask(late, false, fourth.expiresAt), late, 'the old one expired');
    t.equal(await accountEmails.ask(proofOf({ ...of, userId: newId<'user'>() as UserId }), false, now), null);
  });

  await example(t, 'counts the mails of parallel calls one after the other', async (t, adapters) => {
    const of = await asker(adapters);
    const proofs = await concurrently(8, () => adapters.stores.accountEmails.ask(proofOf(of), false, now));
    t.equal(new Set(proofs.map((proof) => proof?.id)).size, 1);
    t.strictSame(proofs.map((proof) => proof?.mails).sort(), [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  await example(t, 'is closed by its time, its session, a suspension and an erasure', async (t, adapters) => {
    const { accountEmails, sessions, moderation, users } = adapters.stores;
    const ends: ((of: Pick<EmailProof, 'userId' | 'sessionId'>) => Promise<unknown>)[] = [
      ({ sessionId }) => sessions.end(sessionId, now),
      ({ userId }) => moderation.suspend(userId, { reason: 'Spam.', at: now }),
      ({ userId }) => users.erase(userId, now),
      ({ userId }) => accountEmails.remove(userId),
    ];
    for (const end of ends) {
      const of = await asker(adapters);
      const proof = proofOf(of);
      await accountEmails.ask(proof, false, now);
      t.equal(await accountEmails.open({ id: proof.id }, proof.expiresAt), null);
      await end(of);
      t.equal(await accountEmails.open({ id: proof.id }, now), null);
      t.equal(await accountEmails.prove(proof, now), null);
    }
    const { id: userId } = await addUser(adapters.stores);
    const receipt = await addSession(adapters.stores, userId, after(now, -29 * minute), '', true);
    const short = proofOf({ userId, sessionId: receipt.id });
    await accountEmails.ask(short, false, now);
    t.ok(await accountEmails.open({ id: short.id }, now));
    t.equal(await accountEmails.open({ id: short.id }, after(now, minute)), null, 'the session expired');
    t.equal(await accountEmails.prove(short, after(now, minute)), null);
    const of = await asker(adapters);
    const unknownSession = proofOf({ ...of, sessionId: newId<'session'>() as SessionId });
    await accountEmails.ask(unknownSession, false, now);
    t.equal(await accountEmails.open({ id: unknownSession.id }, now), null);
  });

  await example(t, 'gives an address to the account that proved it last', async (t, adapters) => {
    const { accountEmails } = adapters.stores;
    const [one, other] = [await asker(adapters), await asker(adapters)];
    const prove = async (of: typeof one, email?: string) => {
      const proof = proofOf(of, email);
      await accountEmails.ask(proof, false, now);
      const outcomes = await concurrently(4, () => accountEmails.prove(proof, now));
      t.equal(outcomes.filter((outcome) => outcome !== null).length, 1, 'once');
      return outcomes.find((outcome) => outcome !== null)?.formerOwnerId;
    };
    t.equal(await prove(one), null);
    t.equal(await prove(one), null, 'one’s own');
    t.equal(await prove(other), one.userId);
    t.strictSame(
      [await emailOf(adapters, one.userId), await emailOf(adapters, other.userId)],
      [null, 'ada@mail.example'],
    );
    t.equal(await prove(other, 'new@mail.example'), null);
    t.equal(await emailOf(adapters, other.userId), 'new@mail.example');
    await accountEmails.remove(other.userId);
    await accountEmails.remove(other.userId);
    t.equal(await emailOf(adapters, other.userId), null);
    t.equal(await prove(one, 'new@mail.example'), null, 'it is free again');
    await adapters.stores.users.erase(one.userId, now);
    t.equal(await prove(other, 'new@mail.example'), null, 'an erased account has none');
  });

  await example(
    t,
    'leaves one owner of what many prove at once, and swaps without a deadlock',
    async (t, adapters) => {
      const { accountEmails } = adapters.stores;
      const askers = await concurrently(6, () => asker(adapters));
      const proveAll = async (emailFor: (index: number) => string) => {
        const proofs = askers.map((of, index) => proofOf(of, emailFor(index)));
        for (const proof of proofs) await accountEmails.ask(proof, false, now);
        const outcomes = await Promise.all(proofs.map((proof) => accountEmails.prove(proof, now)));
        const emails = await Promise.all(askers.map(({ userId }) => emailOf(adapters, userId)));
        return { outcomes, owners: emails.filter(Boolean) };
      };
      const same = await proveAll(() => 'same@mail.example');
      t.strictSame(same.owners, ['same@mail.example']);
      t.equal(same.outcomes.filter((outcome) => outcome?.formerOwnerId).length, 5, 'each other one lost it');
      const own = await proveAll((index) => `${index}@mail.example`);
      t.equal(own.owners.length, 6);
      // Each takes the address of the next one.
      const swapped = await proveAll((index) => `${(index + 1) % 6}@mail.example`);
      t.equal(new Set(swapped.owners).size, swapped.owners.length);
    },
  );

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { accountEmails } = adapters.stores;
    const of = await asker(adapters);
    const proof = proofOf(of);
    await accountEmails.ask(proof, false, now);
    await rolledBack(t, adapters, (inside) => inside.accountEmails.prove(proof, now));
    t.equal(await emailOf(adapters, of.userId), null);
    t.strictSame(await accountEmails.open({ id: proof.id }, now), proof);
  });
};
