import t from 'tap';
import { isProblem, openTestApp, publicUrl } from '../../../test-support/test-app.ts';

const nextOf = (link: unknown) => /^<(.*)>; rel="next"$/.exec(String(link))?.[1];

t.test('lists lead to their next page', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  for (const title of ['one', 'two', 'three']) await event(organizer, { title });
  const through = async (path: string, as?: typeof organizer) => {
    const titles: string[] = [];
    for (let url: string | undefined = path; url; ) {
      const { body, headers, status } = await call(`GET ${url}`, as ? { as } : {});
      t.equal(status, 200, url);
      titles.push(...body.data.map(({ title }: { title: string }) => title));
      const next = nextOf(headers.link);
      t.equal(body.meta.next === null, next === undefined);
      t.ok(next === undefined || (next.startsWith(`${publicUrl}/v1/`) && next.includes(body.meta.next)));
      url = next?.slice(publicUrl.length);
    }
    return titles;
  };
  const all = ['one', 'two', 'three'];
  t.strictSame(await through('/v1/events?limit=1'), all);
  t.strictSame(await through('/v1/events?limit=2', organizer), all);
  t.strictSame(await through('/v1/events?page=1&limit=2&category=music'), all);
  t.strictSame(await through('/v1/me/events?limit=2&role=organizing', organizer), all);
  const { headers } = await call('GET /v1/events/search?q=t&limit=1');
  t.match(nextOf(headers.link), /\/v1\/events\/search\?q=t&limit=1&after=/);
  t.equal((await call('GET /v1/events')).headers.link, undefined);
  for (const after of ['x', ''])
    isProblem(t, await call(`GET /v1/events?after=${after}`), 400, 'invalid_request', after);
});

t.test('lists without cursors lead on by their number', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [organizer, ...guests] = [await person(), await person(), await person()];
  const { id } = await event(organizer);
  for (const guest of guests)
    await call(`POST /v1/events/${id}/rsvp`, { as: guest, body: { status: 'going' } });
  const path = `/v1/events/${id}/attendees?limit=1`;
  const first = await call(`GET ${path}`, { as: organizer });
  t.equal(nextOf(first.headers.link), `${publicUrl}${path}&page=2`);
  t.notOk('next' in first.body.meta);
  t.equal((await call(`GET ${path}&page=2`, { as: organizer })).headers.link, undefined);
});
