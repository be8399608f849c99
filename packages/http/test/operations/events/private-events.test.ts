import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const unknownId = '019e830e-1a00-7000-8000-0000000fffff';

t.test('a private event is unknown to others on every route', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const stranger = await person();
  const { id } = await event(organizer, { visibility: 'private' });
  const routes: [string, unknown?][] = [
    ['GET /v1/events/:id'],
    ['PATCH /v1/events/:id', {}],
    ['DELETE /v1/events/:id'],
    ['POST /v1/events/:id/cancel'],
    ['POST /v1/events/:id/rsvp', { status: 'going' }],
    ['POST /v1/events/:id/save', { saved: true }],
    ['POST /v1/events/:id/invites', { emails: ['a@example.com'] }],
    ['GET /v1/events/:id/invites'],
    ['DELETE /v1/events/:id/invites/x'],
    ['POST /v1/events/:id/invites/x/resend'],
    ['POST /v1/events/:id/invite-link/rotate'],
    ['PUT /v1/events/:id/admins/x'],
    ['DELETE /v1/events/:id/admins/x'],
    ['GET /v1/events/:id/calendar.ics'],
  ];
  for (const [target, body] of routes) {
    const response = await call(target.replace(':id', id), { as: stranger, body });
    isProblem(t, response, 404, 'event_not_found', target);
    const unknownResponse = await call(target.replace(':id', unknownId), { as: stranger, body });
    const { requestId: _one, ...problem } = response.body;
    const { requestId: _other, ...expected } = unknownResponse.body;
    t.strictSame(problem, expected, `${target}: as for an unknown id`);
  }
  t.equal((await call(`GET /v1/events/${id}`, { as: organizer })).status, 200);
});
