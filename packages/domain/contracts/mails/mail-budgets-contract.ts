import type { EventId, UserId } from '../../src/ids.ts';
import { admitMails, type MailSubject } from '../../src/mails/admit-mails.ts';
import { mailPolicy } from '../../src/mails/mail-policy.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { defaultSettings } from '../../src/settings.ts';
import { after } from '../../src/time.ts';
import { addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'quotas' | 'suppressions' | 'users', 'unitOfWork'>;

/** Stands for a keyed hash: what is tested are the stores. */
const mailboxKeys = {
  keysOf: async (mailboxes: readonly string[]) => mailboxes,
  tokenOf: async (key: string) => key,
  keyIn: async (token: string) => token,
};

const anEvent = newId<'event'>() as EventId;

const subjectOf = (
  kind: MailSubject['kind'],
  organizerId: UserId | null = null,
  eventId = anEvent,
): MailSubject => ({ kind, eventId, senders: organizerId && { organizerId, callerId: organizerId } });

interface Mailing {
  readonly at?: Date;
  readonly settings?: Partial<typeof defaultSettings>;
  readonly userId?: UserId;
}

/** Queues a mail to each address inside a unit of work; returns the addresses that get one. */
const admitInside = async (
  stores: Pick<Stores, 'quotas' | 'suppressions' | 'users'>,
  subject: MailSubject,
  addresses: readonly string[],
  { at = now, settings = {}, userId = undefined as UserId | undefined }: Mailing = {},
) => {
  const { admittedMails } = await admitMails(
    stores,
    { mailboxKeys, settings: { ...defaultSettings, emailDailyCap: 1_000_000, quotaScale: 0, ...settings } },
    subject,
    addresses.map((email) => ({ email, userId: userId ?? null })),
    at,
  );
  return admittedMails.map(({ email }) => email);
};

const admit = (
  { unitOfWork }: Ports,
  subject: MailSubject,
  addresses: readonly string[],
  mailing: Mailing = {},
) => unitOfWork.run((stores) => admitInside(stores, subject, addresses, mailing));

const mailboxes = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `guest${from + index}@mail.example`);

/** The budgets that every mail passes where it is queued (see `admitMails`). */
export const mailBudgetsContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'queues mails of all kinds until their mailbox has had its own', async (t, adapters) => {
    const kinds = ['event_changed', 'event_cancelled', 'event_reminder', 'guest_removed'] as const;
    const gone: number[] = [];
    for (let index = 0; index < mailPolicy.toMailbox + 4; index += 1) {
      const at = after(now, index);
      const subject = subjectOf(kinds[index % kinds.length] ?? 'event_changed');
      gone.push((await admit(adapters, subject, ['ada@mail.example'], { at })).length);
    }
    t.strictSame(gone, [...new Array(mailPolicy.toMailbox).fill(1), 0, 0, 0, 0]);
    const reminder = subjectOf('event_reminder');
    t.strictSame(await admit(adapters, reminder, ['bob@mail.example', 'ada@mail.example']), [
      'bob@mail.example',
    ]);
    const first = after(now, mailPolicy.window);
    t.strictSame(await admit(adapters, reminder, ['ada@mail.example'], { at: after(first, -1) }), []);
    const again = ['ada@mail.example', 'ada@mail.example'];
    t.equal((await admit(adapters, reminder, again, { at: first })).length, 1, 'the oldest mail has left');
  });

  await example(t, 'queues as many mails of one call to one mailbox as it has left', async (t, adapters) => {
    const addresses = new Array<string>(50).fill('ada@mail.example');
    const all = [...addresses, ...mailboxes(30), ...addresses];
    const admitted = await admit(adapters, subjectOf('event_changed'), all);
    t.equal(admitted.filter((email) => email.startsWith('ada')).length, mailPolicy.toMailbox);
    t.strictSame(admitted.filter((email) => email.startsWith('guest')).sort(), [...mailboxes(30)].sort());
    t.strictSame(await admit(adapters, subjectOf('event_changed'), []), []);
  });

  await example(t, 'keeps the announcements and invitations of each organizer apart', async (t, adapters) => {
    const [one, two, three, four] = (await concurrently(
      4,
      async () => (await addUser(adapters.stores)).id,
    )) as [UserId, UserId, UserId, UserId];
    const count = async (kind: MailSubject['kind'], organizer: UserId, times: number) =>
      (await admit(adapters, subjectOf(kind, organizer), new Array(times).fill('ada@mail.example'))).length;
    t.equal(await count('announcement', one, 9), mailPolicy.announcementsFromOrganizer);
    t.equal(await count('announcement', one, 1), 0);
    t.equal(await count('announcement', two, 2), 2);
    t.equal(await count('invitation', one, 3), mailPolicy.invitationsFromOrganizer, 'of another kind');
    t.equal(await count('invitation', two, 2), 2);
    t.equal(await count('invitation', three, 2), 1, 'the fifth of all organizers');
    t.equal(await count('invitation', four, 2), 0);
    t.equal(await count('event_changed', one, 20), mailPolicy.toMailbox - 12);
  });

  await example(t, 'tells a person once a day of an invitation to an event', async (t, adapters) => {
    const [ada, bob] = (await concurrently(2, async () => (await addUser(adapters.stores)).id)) as [
      UserId,
      UserId,
    ];
    const tell = async (userId: UserId, at = now, event = anEvent) => {
      const subject = subjectOf('invitation_received', null, event);
      return (await admit(adapters, subject, ['shared@mail.example'], { at, userId })).length;
    };
    t.equal(await tell(ada), 1);
    t.equal(await tell(ada, after(now, mailPolicy.window - 1)), 0);
    t.equal(await tell(bob), 1, 'another person at the same mailbox');
    t.equal(await tell(ada, now, newId<'event'>() as EventId), 1, 'another event');
    t.equal(await tell(ada, after(now, mailPolicy.window)), 1);
  });

  await example(
    t,
    'queues what the account has left, and refuses invitations over it',
    async (t, adapters) => {
      const organizer = (await addUser(adapters.stores)).id;
      const other = (await addUser(adapters.stores)).id;
      const mailing = { settings: { emailDailyCap: 7 } };
      const changed = subjectOf('event_changed', organizer);
      t.equal((await admit(adapters, changed, mailboxes(5), mailing)).length, 5);
      await t.rejects(admit(adapters, subjectOf('invitation', organizer), mailboxes(3, 10), mailing), {
        message: 'rate_limited',
      });
      t.equal(
        (await admit(adapters, subjectOf('invitation', organizer), mailboxes(1, 10), mailing)).length,
        1,
      );
      t.strictSame(await admit(adapters, changed, mailboxes(5, 20), mailing), mailboxes(1, 20));
      t.strictSame(await admit(adapters, changed, mailboxes(5, 30), mailing), []);
      t.equal(
        (await admit(adapters, subjectOf('event_reminder'), mailboxes(5), mailing)).length,
        5,
        'of nobody',
      );
      t.equal(
        (await admit(adapters, subjectOf('event_changed', other), mailboxes(9, 40), mailing)).length,
        7,
      );
      const later = { ...mailing, at: after(now, mailPolicy.window) };
      t.equal((await admit(adapters, changed, mailboxes(9, 50), later)).length, 7);
    },
  );

  await example(
    t,
    'leaves out mailboxes that want no mail, and counts nothing for them',
    async (t, adapters) => {
      const organizer = (await addUser(adapters.stores)).id;
      await adapters.stores.suppressions.add('ada@mail.example', now);
      const mailing = { settings: { emailDailyCap: 1 } };
      const subject = subjectOf('event_changed', organizer);
      const addresses = ['ada@mail.example', 'bob@mail.example'];
      t.strictSame(await admit(adapters, subject, addresses, mailing), ['bob@mail.example']);
    },
  );

  await example(t, 'counts nothing for a unit of work that is rolled back', async (t, adapters) => {
    const organizer = (await addUser(adapters.stores)).id;
    const subject = subjectOf('announcement', organizer);
    const five = new Array<string>(5).fill('ada@mail.example');
    await rolledBack(t, adapters, async (stores) => {
      t.equal((await admitInside(stores, subject, five)).length, 5);
    });
    t.equal((await admit(adapters, subject, five)).length, 5);
  });

  await example(
    t,
    'gives parallel units of work no more than the budgets, whatever they send',
    async (t, adapters) => {
      const organizers = await concurrently(4, async () => (await addUser(adapters.stores)).id);
      const kinds = ['announcement', 'invitation', 'event_changed', 'invitation_received'] as const;
      const mailing = { settings: { emailDailyCap: 40 } };
      const crowd = ['ada@mail.example', ...mailboxes(6), 'bob@mail.example'];
      const admitted = await concurrently(48, async (index) => {
        const organizerId = organizers[index % organizers.length] as UserId;
        const kind = kinds[Math.floor(index / 4) % kinds.length] ?? 'announcement';
        // In either order: units of work that wait for each other must not block each other.
        const addresses = index % 2 ? crowd : crowd.toReversed();
        const event = newId<'event'>() as EventId;
        const emails = await admit(adapters, subjectOf(kind, organizerId, event), addresses, mailing).catch(
          (error: Error) => {
            t.equal(error.message, 'rate_limited');
            return [];
          },
        );
        return { kind, organizerId, emails };
      });
      const mails = admitted.flatMap(({ emails, ...what }) => emails.map((email) => ({ ...what, email })));
      for (const address of crowd) {
        const received = mails.filter(({ email }) => email === address);
        t.ok(received.length <= mailPolicy.toMailbox, `${received.length} mails of all kinds`);
        const ofKind = (one: string) => received.filter(({ kind }) => kind === one);
        t.ok(ofKind('invitation').length <= mailPolicy.invitationsToMailbox, 'invitations');
        for (const organizer of organizers) {
          const own = (one: string) =>
            ofKind(one).filter(({ organizerId }) => organizerId === organizer).length;
          t.ok(own('invitation') <= mailPolicy.invitationsFromOrganizer, 'invitations of one organizer');
          t.ok(own('announcement') <= mailPolicy.announcementsFromOrganizer, 'announcements of one');
        }
      }
      for (const organizer of organizers)
        t.ok(
          mails.filter(({ organizerId }) => organizerId === organizer).length <= 40,
          'mails of one account',
        );
    },
  );

  await example(t, 'gives parallel units of work exactly what one mailbox has left', async (t, adapters) => {
    const organizers = await concurrently(8, async () => (await addUser(adapters.stores)).id);
    const count = async (index: number) => {
      const subject = subjectOf('announcement', organizers[index % 8] ?? null);
      return (await admit(adapters, subject, ['ada@mail.example', `bystander${index}@mail.example`])).sort();
    };
    const admitted = (await concurrently(40, count)).flat();
    t.equal(admitted.filter((email) => email.startsWith('ada')).length, mailPolicy.toMailbox);
    t.equal(admitted.filter((email) => email.startsWith('bystander')).length, 40, 'others get theirs');
  });
};
