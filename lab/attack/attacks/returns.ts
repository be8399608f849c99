import { type Attack, type Finding, finding } from '../attack.ts';
import { newPhone, type SignedIn, signIn } from '../callers.ts';
import { untilMailed } from '../mails.ts';
import { newEvent } from '../new-event.ts';
import type { Simulation } from '../simulation.ts';

const second = 1_000;

/** Erases the account and signs up again with the phone. */
const eraseAndReturn = async (
  service: Simulation,
  { phone, token }: SignedIn,
  from: string,
): Promise<SignedIn> => {
  await service.call('DELETE /v1/auth/me', { token });
  service.clock.advance(31 * second);
  return signIn(service, phone, { from });
};

const invite = async (service: Simulation, { token }: SignedIn, event: string, body: object) =>
  (await service.call(`POST /v1/events/${event}/invites`, { token, body })).body;

const privately = (service: Simulation, host: SignedIn) => newEvent(service, host, { visibility: 'private' });

const mailsAfterErasure = async (service: Simulation): Promise<Finding> => {
  let organizer = await signIn(service, newPhone(), { from: '10.1.1.1' });
  let mailCount = 0;
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 2; count += 1)
      await invite(service, organizer, await privately(service, organizer), {
        emails: ['victim@mail.example'],
      });
    // Erasing the account ends mails that wait.
    mailCount = await untilMailed(service, organizer, /^victim@mail/);
    if (round < 2) organizer = await eraseAndReturn(service, organizer, '10.1.1.1');
  }
  return finding(
    'an account erased and made again sends two mails each time',
    '3 sign-ups of one phone',
    `${mailCount} mails`,
    mailCount <= 2,
  );
};

const spellings = async (service: Simulation): Promise<Finding> => {
  const organizer = await signIn(service, newPhone(), { from: '10.2.1.1' });
  const emails = ['v.ictim@gmail.com', 'vi.ctim@gmail.com', 'victim@googlemail.com', 'v.i.ctim+1@gmail.com'];
  for (const email of emails)
    await invite(service, organizer, await privately(service, organizer), { emails: [email] });
  const mailCount = await untilMailed(service, organizer, /@(gmail|googlemail)\.com$/);
  return finding(
    'one Gmail mailbox in four spellings',
    '1 account, 4 events',
    `${mailCount} mails`,
    mailCount <= 2,
  );
};

const removedGuest = async (service: Simulation): Promise<readonly Finding[]> => {
  const host = await signIn(service, newPhone(), { from: '10.3.1.1' });
  const guest = await signIn(service, newPhone(), { from: '10.4.1.1' });
  const event = await privately(service, host);
  const { inviteLink } = await invite(service, host, event, { userIds: [guest.id] });
  const link = String(inviteLink).split('/').at(-1);
  const join = async ({ token }: SignedIn) =>
    (await service.call(`POST /v1/event-invites/${link}/accept`, { token })).status;
  await join(guest);
  const feed = new URL((await service.call('GET /v1/me/calendar', { token: guest.token })).body.url).pathname;
  const shows = async () => String((await service.call(`GET ${feed}`)).body).includes(event);
  const wasShown = await shows();
  await service.call(`DELETE /v1/events/${event}/attendees/${guest.id}?rotateLink=true`, host);
  const stillShown = await shows();
  const returned = await eraseAndReturn(service, guest, '10.4.1.1');
  const again = await join(returned);
  const second = await join(await signIn(service, newPhone(), { from: '10.5.1.1' }));
  return [
    finding(
      'a removed guest reads their calendar feed',
      'one request, at once',
      wasShown && stillShown ? 'shown' : 'gone at once',
      wasShown && !stillShown,
    ),
    finding(
      'a removed guest erases the account and joins by the link again',
      '2 sign-ups of one phone',
      again === 200 ? 'in' : `${again}`,
      again !== 200,
    ),
    finding(
      'a removed guest joins by the shared link with a second phone; removed with `rotateLink`',
      'one more account',
      second === 200 ? 'in' : `${second}`,
      second !== 200,
    ),
  ];
};

export const returns: Attack = {
  name: 'returns',
  about: 'who was stopped comes back: by erasing the account, by spelling, by the link, by a cached feed',
  run: async (target) => {
    const service = await target.openSimulation({ QUOTA_SCALE: '10' });
    return [await mailsAfterErasure(service), await spellings(service), ...(await removedGuest(service))];
  },
};
