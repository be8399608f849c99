import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Owner } from '../../../adapters-postgres/test-support/test-database.ts';
import { secret } from './replica.ts';

/** Receives SMS as a provider's webhook, so that the service prints none. */
export const smsCatcher = async (t: Owner) => {
  const key = secret();
  const codes = new Map<string, string>();
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const signed = createHmac('sha256', key).update(`${request.headers['x-timestamp']}.`).update(body);
      const signature = `sha256=${signed.digest('hex')}`;
      const { to, text } = JSON.parse(body.toString()) as { to: string; text: string };
      count += 1;
      codes.set(to, /\d{4}/.exec(text)?.[0] ?? '');
      response.writeHead(request.headers['x-signature'] === signature ? 204 : 403).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
  return {
    key,
    /** The settings that send SMS here. */
    variables: { SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: key },
    codeOf: (phone: string) => codes.get(phone) ?? '',
    count: () => count,
  };
};

/**
 * Receives mails; `mail(address)` resolves with the text once it has arrived.
 * @param taken awaited before a mail is acknowledged
 */
export const mailCatcher = async (
  t: Owner,
  onPort = 0,
  beforeAccept: () => Promise<void> = async () => undefined,
) => {
  const mails = new Map<string, string>();
  const messageIds: string[] = [];
  const waiting = new Map<string, (text: string) => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1, // a service that still runs keeps its connection

    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replaceAll('=3D', '=');
        for (const { address } of session.envelope.rcptTo) {
          mails.set(address, text);
          waiting.get(address)?.(text);
        }
        messageIds.push(/^Message-ID:\s+(\S+)/im.exec(text)?.[1] ?? '');
        beforeAccept().then(() => done(), done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve));
  // A process that is killed resets its connections.
  server.on('error', () => undefined);
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return {
    /** The settings that send mails here. */
    variables: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'invitations@events.example.com' },
    /** The Message-ID of each mail, in order of arrival. */
    messageIds,
    mail: (address: string) =>
      new Promise<string>((resolve) => {
        const earlier = mails.get(address);
        if (earlier) resolve(earlier);
        else waiting.set(address, resolve);
      }),
  };
};
