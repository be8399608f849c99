import t from 'tap';
import { isProblem, newEvent, openTestApp, type Person } from '../../../test-support/test-app.ts';

const onlineUrl = 'https://meet.example/secret-room';
const online = { attendance: 'online', onlineUrl, timeZone: 'Europe/Berlin' };

t.test('an online event has no place, and tells its guests alone where it is', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const [organizer, ada, bob] = [await person(), await person(), await person()];
  const { location: _, ...body } = newEvent(world) as Record<string, unknown>;
  const createResponse = await call('POST /v1/events', { as: organizer, body: { ...body, ...online } });
  t.equal(createResponse.status, 201);
  const nowhere = { address: '', lat: null, lng: null };
  t.match(createResponse.body, { attendance: 'online', onlineUrl, timeZone: 'Europe/Berlin' });
  t.strictSame(createResponse.body.location, nowhere);
  const at = `/v1/events/${createResponse.body.id}`;
  const urlFor = async (as?: Person) => (await call(`GET ${at}`, { as })).body.onlineUrl;
  const answer = (as: Person, status: string | null) => call(`POST ${at}/rsvp`, { as, body: { status } });
  await answer(ada, 'going');
  await answer(bob, 'interested');
  t.strictSame(
    [await urlFor(organizer), await urlFor(ada), await urlFor(bob), await urlFor()],
    [onlineUrl, onlineUrl, null, null],
  );
  for (const as of [undefined, bob, ada, organizer])
    for (const path of ['/v1/events', '/v1/events/search?q=lantern', '/v1/events?lat=0&lng=0&radius=20038'])
      t.notMatch((await call(`GET ${path}`, { as })).text, onlineUrl, path);
  const calendar = async (as?: Person) =>
    (await call(`GET ${at}/calendar.ics`, { as })).text.replaceAll('\r\n ', '');
  t.match(await calendar(ada), `CONFERENCE;VALUE=URI;FEATURE=VIDEO:${onlineUrl}`);
  t.match(await calendar(ada), `LOCATION:${onlineUrl}`);
  t.notMatch(await calendar(bob), 'secret-room');
  t.notMatch(await calendar(), 'secret-room');
  t.match(await calendar(), '\r\nLOCATION:Online\r\n');

  const list = async (query: string) => (await call(`GET /v1/events?${query}`)).body;
  t.strictSame((await list('')).data[0].location, nowhere);
  t.equal((await list('attendance=online,mixed')).meta.total, 1);
  t.equal((await list('attendance=offline')).meta.total, 0);
  t.equal((await list('lat=52.5&lng=13.4&radius=20038')).meta.total, 0);
  for (const wrong of ['', 'virtual', 'online,', 'online,,mixed'])
    isProblem(t, await call(`GET /v1/events?attendance=${wrong}`), 400, 'invalid_request', wrong);

  const refused = async (changes: object) => {
    const response = await call('POST /v1/events', {
      as: organizer,
      body: { ...body, ...online, ...changes },
    });
    isProblem(t, response, 400, 'invalid_request');
    return response.body.errors.map(({ path }: { path: string }) => path);
  };
  t.strictSame(await refused({ timeZone: null }), ['/timeZone']);
  t.strictSame(await refused({ onlineUrl: null }), ['/onlineUrl']);
  t.strictSame(await refused({ onlineUrl: 'http://meet.example' }), ['/onlineUrl']);
  t.strictSame(await refused({ attendance: 'mixed' }), ['/location']);
});
