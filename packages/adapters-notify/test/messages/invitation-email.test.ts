import t from 'tap';
import { invitationEmail } from '../../src/messages/invitation-email.ts';
import { accents, invitation } from '../invitation.ts';

const settings = { appName: 'Gather', publicUrl: 'https://gather.example', accents };

const place = invitation.event.location;

const withEvent = (event: Partial<typeof invitation.event>) =>
  invitationEmail({ ...invitation, event: { ...invitation.event, ...event } }, settings);

t.test('an invitation says who invites to what, when and where, and how to respond', async (t) => {
  const { messageId, subject, text, html } = invitationEmail(invitation, settings);
  t.equal(subject, 'Ada Lovelace invites you to Spring Concert');
  t.equal(messageId, `<invitation-${invitation.invitationId}-1@gather.example>`);
  for (const part of [
    'Ada Lovelace invites you to Spring Concert',
    'Friday, 1 May 2026, 20:00–22:30 CEST',
    'Hauptstraße 1, Berlin',
    'https://gather.example/i/aB3_-token',
    'Gather',
  ]) {
    t.ok(text.includes(part), part);
    t.ok(html.includes(part), part);
  }
});

t.test('an organizer without a name is left out', async (t) => {
  const { subject } = invitationEmail({ ...invitation, organizerName: ' \n' }, settings);
  t.equal(subject, 'You are invited to Spring Concert');
});

t.test('times are local to the event, and an end on another day names that day', async (t) => {
  const { text } = withEvent({
    startAt: new Date('2026-12-31T23:05:00+02:00'),
    endAt: new Date('2027-01-01T03:00:00Z'),
  });
  t.match(text, 'When: Thursday, 31 December 2026 at 22:05 – Friday, 1 January 2027 at 04:00 CET');
});

t.test('nothing that people write becomes markup', async (t) => {
  const nasty = `<script>alert('1')</script>"&'`;
  const { html } = invitationEmail(
    {
      ...invitation,
      organizerName: nasty,
      event: { ...invitation.event, title: nasty, location: { ...place, address: nasty } },
    },
    { ...settings, appName: nasty },
  );
  t.notMatch(html, /<script|alert\('/);
  t.equal(html.split('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;&#39;').length - 1, 7);
});

t.test('nothing that people write starts a line or turns the text around', async (t) => {
  const nasty = 'Tea\r\nBcc: all@example.org\u0000\u2028at\u202efive\ud800';
  const { subject, text } = invitationEmail(
    {
      ...invitation,
      organizerName: nasty,
      event: { ...invitation.event, title: nasty, location: { ...place, address: nasty } },
    },
    settings,
  );
  const clean = 'Tea Bcc: all at example org at five\ufffd';
  t.equal(subject, `${clean} invites you to ${clean}`);
  t.notMatch(text, /^Bcc/m);
  t.match(text, `Where: ${clean}\n`);
});

t.test('a very long title is cut between characters', async (t) => {
  const { subject } = withEvent({ title: '🎉'.repeat(500) });
  t.ok([...subject].length <= 200);
  t.ok(subject.isWellFormed());
  t.ok(subject.endsWith('…'));
});

t.test('each sending has a Message-ID of its own, and each try of it the same', async (t) => {
  const first = invitationEmail(invitation, settings).messageId;
  t.equal(invitationEmail({ ...invitation }, settings).messageId, first);
  t.not(invitationEmail({ ...invitation, sending: 2 }, settings).messageId, first);
});

t.test('the link follows the public URL, with a path and without a double slash', async (t) => {
  const { text } = invitationEmail(invitation, { ...settings, publicUrl: 'https://gather.example/app/' });
  t.match(text, '\nhttps://gather.example/app/i/aB3_-token\n');
});

t.test('neither subject nor first line hold a link, an address or a number to call', async (t) => {
  const lure = 'Win at https://evil.example or www.evil.example, me@evil.com, +49 900 123456';
  const { subject, text, html } = invitationEmail(
    { ...invitation, organizerName: 'evil.com', event: { ...invitation.event, title: lure } },
    settings,
  );
  const plain = 'evil com invites you to Win at https: evil example or www evil example, me at evil com, …';
  t.equal(subject, plain);
  t.equal(text.split('\n')[0], `${plain}.`);
  t.match(html, `>${plain}</h1>`);
  t.notMatch(text.replaceAll('https://gather.example', ''), /evil\.|:\/\/|900/);
  t.equal(withEvent({ title: '//' }).subject, 'Ada Lovelace invites you to an event');
});

t.test('each mail can be answered by a request to stop all mail', async (t) => {
  const { headers, text, html } = invitationEmail(invitation, {
    ...settings,
    publicUrl: 'https://gather.example/app/',
  });
  const link = 'https://gather.example/app/u/uN5_-token';
  t.strictSame(headers, {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  t.match(text, `\n${link}\n`);
  t.match(html, `href="${link}"`);
});

t.test('a mail has the colours of the pages in both schemes and loads nothing', async (t) => {
  const { html } = invitationEmail(invitation, settings);
  t.match(html, `background: ${accents.light}`);
  t.match(html, `background: ${accents.dark} !important`);
  t.match(html, 'prefers-color-scheme: dark');
  t.notMatch(html, /<img|<link|<script|url\(|@import/);
});

t.test('an event without an address is online', async (t) => {
  const { text } = withEvent({ location: { ...place, address: '' } });
  t.match(text, 'Where: Online\n');
});

t.test('is in the language of who invites', async (t) => {
  const german = { ...invitation, language: 'de' as const };
  const { subject, text, html } = invitationEmail(german, settings);
  t.equal(subject, 'Ada Lovelace lädt dich ein: Spring Concert');
  t.match(text, 'Wann: Freitag, 1. Mai 2026, 20:00');
  t.match(html, '<html lang="de">');
  t.equal(
    invitationEmail({ ...german, organizerName: '' }, settings).subject,
    'Du bist eingeladen: Spring Concert',
  );
});
