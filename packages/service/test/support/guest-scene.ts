import {
  type Owner,
  openMigratedDatabase,
  openTestClient,
} from '../../../adapters-postgres/test-support/test-database.ts';
import { mailCatcher, smsCatcher } from './catchers.ts';
import { openReplica, replicaVariables } from './replica.ts';
import { freePort, type Variables } from './service-process.ts';

const day = 86_400_000;

/** A service of its own, on PostgreSQL, with an organizer who may send mails to guests. */
export const openGuestScene = async (t: Owner, more: Variables = {}) => {
  const database = await openMigratedDatabase(t);
  const client = await openTestClient(t, database.url);
  const sms = await smsCatcher(t);
  const smtp = await mailCatcher(t);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { call } = await openReplica(t, {
    ...replicaVariables(),
    DATABASE_URL: database.url,
    PORT: port,
    PUBLIC_URL: url,
    ...sms.variables,
    ...smtp.variables,
    ...more,
  });

  let phones = 0;
  const newPhone = (): string => {
    phones += 1;
    return `+491701${String(100_000 + phones)}`;
  };
  const signUp = async (name: string): Promise<string> => {
    const phone = newPhone();
    await call('POST /v1/auth/otp/start', { body: { phone } });
    const { body } = await call('POST /v1/auth/otp/check', { body: { phone, code: sms.codeOf(phone) } });
    await call('PATCH /v1/auth/me', { token: body.accessToken, body: { name } });
    return body.accessToken;
  };
  const token = await signUp('Mira');
  // A new account may send fewer mails.
  await client.query("update app_user set created_at = now() - interval '2 days'");

  const startAt = Math.ceil(Date.now() / day) * day + 5 * day + 18 * 3_600_000;
  const create = async (event: object = {}): Promise<string> => {
    const { status, body } = await call('POST /v1/events', {
      token,
      body: {
        title: 'Roof party',
        description: 'Songs by the canal.\n\nBring a blanket.',
        startAt: new Date(startAt).toISOString(),
        endAt: new Date(startAt + 3 * 3_600_000).toISOString(),
        location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.42 },
        category: 'music',
        visibility: 'public',
        ...event,
      },
    });
    if (status !== 201) throw new Error(`no event: ${JSON.stringify(body)}`);
    return body.id;
  };
  let guests = 0;
  /** Invites a guest by mail; the links of the mail to the invitation and to stop all mail, and the one to share. */
  const invite = async (
    eventId: string,
  ): Promise<{ readonly mailed: string; readonly stop: string; readonly shared: string }> => {
    guests += 1;
    const address = `guest${guests}@example.org`;
    const { body } = await call(`POST /v1/events/${eventId}/invites`, { token, body: { emails: [address] } });
    const mail = await smtp.mail(address);
    const [mailed = ''] = /http:\S+\/i\/[\w-]+/.exec(mail) ?? [];
    const [stop = ''] = /http:\S+\/u\/[\w-]+/.exec(mail) ?? [];
    return { mailed, stop, shared: body.inviteLink };
  };
  return { url, call, client, token, create, invite, newPhone, codeOf: sms.codeOf };
};

export type GuestScene = Awaited<ReturnType<typeof openGuestScene>>;
