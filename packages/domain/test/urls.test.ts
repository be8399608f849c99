import t from 'tap';
import { createMemoryWorld } from '../memory/index.ts';
import { noPlace } from '../src/events/attendance.ts';
import { urlFaults } from '../src/urls.ts';
import { draft, event, faultsOf, person } from './support.ts';

t.test('a URL is compared without case', async (t) => {
  t.strictSame(urlFaults('/avatar', 'HTTPS://Pics.Example/A%C3%9C.PNG'), []);
  t.strictSame(urlFaults('/avatar', 'HTTPS://Pics.Example', { isHttps: true }), []);
  for (const url of [' https://pics.example/', 'https://pics.example/ ', 'https://pics.example/ü'])
    t.equal(urlFaults('/avatar', url).length, 1, url);
});

t.test('hosts are names and addresses, ports are ports', async (t) => {
  for (const url of [
    'https://[2001:db8::1]:8443/@me?at=a@b#@',
    'http://192.0.2.1',
    'https://a.example:65535',
  ])
    t.strictSame(urlFaults('/url', url), [], url);
  for (const url of ['https://[::1', 'https://[x]/', 'https://a.example:65536/', 'https://:80/', 'https://'])
    t.equal(urlFaults('/url', url).length, 1, url);
});

const withCredentials = [
  'https://ada:secret@pics.example/a.png',
  'https://ada@pics.example/a.png',
  'https://:secret@pics.example/',
  'https://@pics.example/',
  'HTTPS://a%40b:c@pics.example:443?x',
  'https://a@b@pics.example/',
  'https://pics.example\\@evil.example/',
];
const message = (kind: string, length: number) =>
  `must be ${kind} URL (RFC 3986) without user name and password, of at most ${length} characters`;

t.test('no URL that is stored holds a user name or password', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const organizer = await person(world);
  const online = { attendance: 'online', location: noPlace, timeZone: 'Europe/Berlin' } as const;
  const { id: eventId } = await event(world, organizer);
  const origin = {} as never;
  const { webhook } = await domain.createWebhook({
    ...{ callerId: organizer, url: 'https://hooks.example/', types: ['rsvp.changed'] },
  });
  const own = { callerId: organizer, webhookId: webhook.id };
  for (const url of withCredentials) {
    const cover = [{ path: '/coverUrl', message: message('an http or https', 2048) }];
    const endpoint = [{ path: '/url', message: message('an https', 2048) }];
    const ofSeries = cover.map((fault) => ({ ...fault, path: '/event/coverUrl' }));
    const change = { eventId, callerId: organizer, origin, changes: { coverUrl: url } };
    const refusals = [
      [cover, event(world, organizer, { coverUrl: url })],
      [cover, domain.updateEvent(change)],
      [
        [{ path: '/sourceUrl', message: message('an http or https', 2048) }],
        event(world, organizer, { sourceUrl: url }),
      ],
      [
        ofSeries,
        domain.createSeries({
          ...{ organizerId: organizer, draft: draft(world, { coverUrl: url }), rule: 'FREQ=DAILY;COUNT=2' },
        }),
      ],
      [
        [{ path: '/onlineUrl', message: message('an https', 2000) }],
        event(world, organizer, { ...online, onlineUrl: url }),
      ],
      [
        [{ path: '/avatar', message: message('an http or https', 2048) }],
        domain.updateProfile({ userId: organizer, changes: { avatar: url } }),
      ],
      [endpoint, domain.createWebhook({ callerId: organizer, url, types: ['rsvp.changed'] })],
      [endpoint, domain.changeWebhook({ ...own, url })],
    ] as const;
    for (const [faults, refused] of refusals) t.strictSame(await faultsOf(refused), faults, url);
  }
});
