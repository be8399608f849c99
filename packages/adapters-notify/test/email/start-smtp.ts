import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { Test } from 'tap';

/** A reply of a mail server, for instance `reply(450, '4.2.1 …')`. */
export const reply = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

interface Behaviour {
  onConnect?: () => Error | undefined;
  onSender?: () => Error | undefined;
  onRecipient?: (address: string) => Error | undefined;
  /** `drop` closes the connection instead of responding to the data. */
  onData?: () => Error | 'drop' | undefined;
}

/** A real SMTP server for one test: it keeps each mail whose data it has read. */
export const startSmtp = async (t: Test, behaviour: Behaviour = {}) => {
  const mails: ParsedMail[] = [];
  const recipients: string[] = [];
  const sockets = new Set<Socket>();
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, done) => done(behaviour.onConnect?.()),
    onMailFrom: (_address, _session, done) => done(behaviour.onSender?.()),
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done(behaviour.onRecipient?.(address));
    },
    async onData(stream, _session, done) {
      mails.push(await simpleParser(stream));
      const outcome = behaviour.onData?.();
      if (outcome === 'drop') hangUp();
      else done(outcome);
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const stop = async () => {
    if (!server.server.listening) return;
    hangUp();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  t.teardown(stop);
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, recipients, sockets, hangUp, stop };
};
