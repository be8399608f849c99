import type { InvitationId } from '../../src/ids.ts';
import { newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'mailOutbox', 'unitOfWork' | 'queuedMails'>;

const mail = (sending: number) => ({ id: newId<'invitation'>() as InvitationId, sending });

/** The queued mails as texts, in order. */
const queued = async ({ queuedMails }: Ports) =>
  (await queuedMails()).map(({ id, sending }) => `${id} ${sending}`).sort();

const texts = (...mails: readonly ReturnType<typeof mail>[]) =>
  mails.map(({ id, sending }) => `${id} ${sending}`).sort();

export const mailOutboxContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'queues each sending of each invitation once', async (t, adapters) => {
    const { mailOutbox } = adapters.stores;
    const [one, two] = [mail(1), mail(1)];
    const again = { ...one, sending: 2 };
    await mailOutbox.enqueue([], now);
    t.strictSame(await queued(adapters), []);
    await mailOutbox.enqueue([one, two], now);
    t.strictSame(await queued(adapters), texts(one, two));
    await mailOutbox.enqueue([one, again], now);
    t.strictSame(await queued(adapters), texts(one, two, again));
    await concurrently(4, () => mailOutbox.enqueue([one, two], now));
    t.strictSame(await queued(adapters), texts(one, two, again));
  });

  await example(t, 'queues with its unit of work, and only then', async (t, adapters) => {
    const [earlier, refused, later] = [mail(1), mail(1), mail(3)];
    await adapters.stores.mailOutbox.enqueue([earlier], now);
    await rolledBack(t, adapters, ({ mailOutbox }) =>
      mailOutbox.enqueue([refused, { ...earlier, sending: 2 }], now),
    );
    t.strictSame(await queued(adapters), texts(earlier));
    await adapters.unitOfWork.run(({ mailOutbox }) => mailOutbox.enqueue([later, refused], now));
    t.strictSame(await queued(adapters), texts(earlier, later, refused));
  });
};
