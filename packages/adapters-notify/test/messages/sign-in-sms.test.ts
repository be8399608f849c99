import { languages } from '@event-platform/domain';
import t from 'tap';
import { countSeptets } from '../../src/messages/gsm-7.ts';
import { signInSms } from '../../src/messages/sign-in-sms.ts';

const publicUrl = 'https://gather.example';
const androidAppHash = 'FA+9qCX9VSu';

/** How browsers read the last line: https://wicg.github.io/sms-one-time-codes/#parsing */
const readBoundCode = (text: string) => {
  const line = text.split(/\r\n|\r|\n/).at(-1) ?? '';
  const parts = /^@(\S+) #(\S+)(?: @(\S+))?/.exec(line);
  return parts && { host: parts[1], code: parts[2], embedded: parts[3] };
};

t.test('the message names the service and binds the code to its host', async (t) => {
  const text = signInSms({ appName: 'Gather', publicUrl })('0042', 'en');
  t.equal(text, '0042 is your Gather code. Do not share it.\n\n@gather.example #0042');
  t.strictSame(readBoundCode(text), { host: 'gather.example', code: '0042', embedded: undefined });
});

t.test('the message is in the language of its person', async (t) => {
  const text = signInSms({ appName: 'Gather', publicUrl })('0042', 'de');
  t.equal(text, '0042 ist dein Code für Gather. Gib ihn nicht weiter.\n\n@gather.example #0042');
});

t.test(
  'a port, a path and a trailing slash are no part of the host; other scripts are in ASCII',
  async (t) => {
    for (const [url, host] of [
      ['http://localhost:3000', 'localhost'],
      ['https://Gather.Example:8443/app/', 'gather.example'],
      ['https://bücher.example', 'xn--bcher-kva.example'],
    ] as const) {
      t.equal(readBoundCode(signInSms({ appName: 'Gather', publicUrl: url })('1234', 'en'))?.host, host);
    }
  },
);

t.test('a host that no code can be bound to leaves the last line out', async (t) => {
  const text = signInSms({ appName: 'Gather', publicUrl: 'http://[::1]:3000' })('1234', 'en');
  t.equal(text, '1234 is your Gather code. Do not share it.');
});

t.test('with an app hash, browsers and Android both find what is theirs', async (t) => {
  const text = signInSms({ appName: 'Gather', publicUrl, androidAppHash })('1234', 'en');
  t.strictSame(readBoundCode(text), { host: 'gather.example', code: '1234', embedded: undefined });
  t.match(text, /\s[A-Za-z0-9+/]{11}$/);
  t.ok(text.endsWith(androidAppHash));
  t.ok(Buffer.byteLength(text) <= 140);
});

t.test('an app hash of another form is refused at once', async (t) => {
  for (const wrong of ['', 'short', 'FA+9qCX9VSu=', 'FA 9qCX9VSu']) {
    t.throws(() => signInSms({ appName: 'Gather', publicUrl, androidAppHash: wrong }), /11 characters/);
  }
});

t.test('every message is one segment with the code in front, however long name and host are', async (t) => {
  const names = ['', 'Gather', 'Ünion € {Events}', 'Событие', 'Événements '.repeat(12), 'x'.repeat(400)];
  const variants = languages.flatMap((language) =>
    [undefined, androidAppHash].map((hash) => [hash, language] as const),
  );
  const hosts = [1, 20, 60, 100, 125, 130, 135, 150, 200, 240].map((length) =>
    'h'.repeat(length).replace(/(.{50})(?=.)/g, '$1.'),
  );
  for (const appName of names) {
    for (const host of hosts) {
      for (const [hash, language] of variants) {
        const sms = signInSms({ appName, publicUrl: `https://${host}`, androidAppHash: hash });
        const text = sms('1234', language);
        const septets = countSeptets(text);
        if (septets === null || septets > 160) t.fail(`${septets} septets`, { text });
        if (!/^1234 (?:is your|ist dein) /.test(text)) t.fail('the code is not in front', { text });
        const bound = readBoundCode(text);
        if (host.length <= 100 && bound?.host !== host) t.fail('there was room for the host', { text });
        if (bound && bound.host !== host) t.fail('the host was cut', { text });
        if (hash && !(text.endsWith(hash) && Buffer.byteLength(text) <= 140)) t.fail('Android', { text });
      }
    }
  }
});

t.test('what matters least goes first when room is short', async (t) => {
  const wording = (length: number) =>
    signInSms({
      appName: 'Gather',
      publicUrl: `https://${'h'.repeat(length).replace(/(.{50})(?=.)/g, '$1.')}`,
    })('1234', 'en').split('\n')[0];
  t.equal(wording(60), '1234 is your Gather code. Do not share it.');
  t.equal(wording(115), '1234 is your Gather code.');
  t.equal(wording(130), '1234 is your code.');
  t.equal(wording(200), '1234 is your Gather code. Do not share it.', 'no room for the last line at all');
});
