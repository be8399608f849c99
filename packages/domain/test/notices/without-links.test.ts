import t from 'tap';
import { withoutLinks, withoutPhones } from '../../src/notices/without-links.ts';

/** What linkifiers look for: a scheme, a host with a top-level domain, an address, a share of a server. */
const linkable =
  /[a-z]:(?:\/|\\|\S)|\/\/|\\\\|[\p{L}\p{N}-][.\uff0e\uff61\u2024]\p{Cf}*\p{L}[\p{L}\p{N}-]|[a-z0-9]\u3002[a-z]|www[.\u3002]\S|\S@\S|\d{1,3}(?:\.\d{1,3}){3}/iu;

t.test('nothing is left that mail programs link', async (t) => {
  for (const [text, plain] of [
    ['Win at evil.com', 'Win at evil com'],
    ['evil.com/login?a=b', 'evil com/login?a=b'],
    ['http://evil.example/a.b', 'http: evil example/a.b'],
    ['HTTPS://EVIL.EXAMPLE', 'HTTPS: EVIL EXAMPLE'],
    ['see www.evil.example.', 'see www evil example.'],
    ['(evil.com)', '(evil com)'],
    ['пример.рф', 'пример рф'],
    ['evil.xn--p1ai', 'evil xn--p1ai'],
    ['evil．com and evil․com', 'evil com and evil com'],
    ['EVIL。com', 'EVIL com'],
    ['www.x', 'www x'],
    ['at www。1.x', 'at www 1.x'],
    ['evil.\u200bcom', 'evil \u200bcom'],
    ['evil\u200b.com', 'evil\u200b com'],
    ['a.b.evil.co.uk', 'a.b evil co uk'],
    ['mailto:me@evil.com', 'mailto: me at evil com'],
    ['me@evil.com', 'me at evil com'],
    ['me＠evil.com', 'me at evil com'],
    ['tel:+4912345', 'tel: +4912345'],
    ['javascript:alert(1)', 'javascript: alert(1)'],
    ['//evil.com', ' evil com'],
    ['file\\\\server\\share', 'file server\\share'],
    ['go to 192.0.2.1:80', 'go to 192 0 2 1:80'],
    ['http://[2001:db8::1]/', 'http: [2001:db8::1]/'],
    ['https:evil.com', 'https: evil com'],
    ['hxxp://evil.com.', 'hxxp: evil com.'],
  ] as const) {
    t.equal(withoutLinks(text), plain, text);
    t.notMatch(withoutLinks(text).replace('[2001:db8::1]', ''), linkable, text);
  }
});

t.test('ordinary titles stay as they are', async (t) => {
  for (const text of [
    'Spring Concert',
    'St. John’s Eve, 7.30 p.m.',
    'Jazz: the 1920s (part 2/3)',
    'Doors at 18:30, start 20.00',
    'Version 2.0 and/or 3.1.4',
    'Dr. B. Smith & the U.S.A.',
    'Live with @theband',
    'Was ist los?! … Alles!',
    '音楽の夜。お楽しみに',
    '18. Juni 2026',
  ])
    t.equal(withoutLinks(text), text);
});

t.test('telephone numbers are left out, dates and small numbers stay', async (t) => {
  for (const text of [
    'Call +49 900 123456',
    'Call 0900-123456',
    'Call 0900 1 23 45 67',
    'Call (555) 123-4567',
    'Call +1-900-555-1234',
    'Call 1.900.555.1234',
    'Call 2026-06-01 0900 123456',
  ])
    t.match(withoutPhones(text), /^Call …$/, text);
  for (const text of [
    'Party 2026-06-01',
    'Party 01.06.2026, 18:30',
    'New Year 2026/2027',
    'Seasons 2024 2025 2026',
    'Run 10 000 m',
    'Room 101, floor 23',
  ])
    t.equal(withoutPhones(text), text);
});
