import t from 'tap';
import { openGuestScene } from '../support/guest-scene.ts';
import { cleanUp } from '../support/service-process.ts';

t.teardown(cleanUp);

/** Mail scanners, programs that preview links, and search engines. */
const scanners = [
  'Mozilla/5.0 (compatible; Barracuda)',
  'WhatsApp/2.24',
  'Slackbot-LinkExpanding 1.0',
  'Googlebot/2.1',
];

t.test('100 requests by scanners leave the database as it was', async (t) => {
  const scene = await openGuestScene(t);
  const { client, url } = scene;
  const open = await scene.create();
  const party = await scene.create({ visibility: 'private', title: 'Roof party' });
  const { mailed, shared } = await scene.invite(party);
  const links = [
    '/',
    '/?q=roof',
    `/e/${open}`,
    `/e/${open}/calendar.ics`,
    `/e/${party}`,
    '/sitemap.xml',
    ...[mailed, shared].flatMap((link) => [link, `${link}/calendar.ics`]),
  ].map((link) => new URL(link, url).href);

  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  t.ok(tables.length > 10, `${tables.length} tables`);
  /** Each row of each table with the transaction that wrote it. */
  const state = async () => {
    const outcomes: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(xmin::text || row::text, ',' order by ctid)), '') as state
         from ${name} row`,
      );
      outcomes[name] = rows[0].state;
    }
    return outcomes;
  };

  // The mail worker notes the delivery first and then the end of its job.
  const isMailing = async () => {
    const { rows } = await client.query<{ isMailing: boolean }>(
      `select exists (select from invitation where delivery = 'queued')
         or exists (select from outbox) as "isMailing"`,
    );
    return rows[0]?.isMailing;
  };
  while (await isMailing()) await new Promise(setImmediate);
  const before = await state();
  const statuses = new Map<string, number>();
  for (let round = 0; round < 100; round += 1) {
    const link = links[round % links.length] ?? '';
    const method = round % 3 === 0 ? 'HEAD' : 'GET';
    const userAgent = scanners[round % scanners.length] ?? '';
    const { status } = await fetch(link, { method, headers: { 'user-agent': userAgent, accept: '*/*' } });
    statuses.set(link, status);
  }
  for (const [link, status] of statuses) t.equal(status, link.endsWith(`/e/${party}`) ? 404 : 200, link);
  t.same(await state(), before);
  const phone = scene.newPhone();
  await scene.call('POST /v1/auth/otp/start', { body: { phone } });
  t.notSame(await state(), before, 'a write would be noticed');
});
