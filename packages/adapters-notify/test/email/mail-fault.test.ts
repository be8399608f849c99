import t from 'tap';
import { isRefusal, toMailUnavailable } from '../../src/email/mail-fault.ts';

const fault = (fields: object) => Object.assign(new Error('550 5.1.1 <guest@mail.example> unknown'), fields);

t.test('a mail is refused for good by its recipient, its content or its address alone', async (t) => {
  for (const command of ['RCPT TO', 'DATA']) {
    t.ok(isRefusal(fault({ command, permanent: true })), command);
    t.notOk(isRefusal(fault({ command, permanent: false })), `${command}, for now`);
  }
  t.ok(isRefusal(fault({ code: 'EENVELOPE', command: 'API' })), 'an address that SMTP cannot write');
  for (const command of ['CONN', 'EHLO', 'AUTH', 'MAIL FROM'])
    t.notOk(isRefusal(fault({ command, permanent: true })), command);
  for (const other of [null, undefined, 'RCPT TO', { command: 'DATA', permanent: true }])
    t.notOk(isRefusal(other));
});

t.test('of a fault the codes are kept, and no word of the server', async (t) => {
  const messageOf = (error: unknown) =>
    toMailUnavailable(error).message.replace('The mail server did not take the message: ', '');
  const response = '450 4.2.0 <guest@mail.example>: greylisted';
  const full = { code: 'EMESSAGE', command: 'DATA', response, responseCode: 450 };
  t.equal(messageOf(fault(full)), 'EMESSAGE at DATA reply 450 4.2.0');
  t.equal(messageOf(fault({ responseCode: 421, response: 'guest@mail.example' })), 'reply 421');
  t.equal(messageOf(fault({ code: 'ECONNECTION', command: 'CONN' })), 'ECONNECTION at CONN');
  const worded = { code: 'guest@mail.example', command: 'rcpt to guest', responseCode: '550' };
  for (const error of [fault(worded), fault({}), 'guest@mail.example', null])
    t.equal(messageOf(error), 'unexpected failure');
});
