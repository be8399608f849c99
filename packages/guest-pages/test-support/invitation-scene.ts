import type { Test } from 'tap';
import type { Person } from '../../http/test-support/test-app.ts';
import { openTestSite } from './test-site.ts';
import { visitor } from './visitor.ts';

export const phone = '+491711234567';

/** A party of Mira, to which people are invited, and a guest with a browser. */
export const openInvitationScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const { call, person, event, world } = scene;
  const organizer = await person();
  await call('PATCH /v1/auth/me', { as: organizer, body: { name: 'Mira' } });
  const party = await event(organizer, { visibility: 'private', title: 'Roof party' });
  const invite = async (body: object) => {
    const { body: invitations } = await call(`POST /v1/events/${party.id}/invites`, { as: organizer, body });
    await world.deliverMails();
    return invitations.inviteLink.slice(invitations.inviteLink.indexOf('/i/')) as string;
  };
  const mailed = async () => {
    await invite({ emails: ['friend@example.org'] });
    return `/i/${world.mailsSent.at(-1)?.token}`;
  };
  const code = () => world.smsSent.at(-1)?.code ?? '';
  const attending = async () => (await call(`GET /v1/events/${party.id}`, { as: organizer })).body.rsvpCount;
  const signIn = async (number: string): Promise<Pick<Person, 'accessToken'>> => {
    world.clock.advance(60_000);
    await call('POST /v1/auth/otp/start', { body: { phone: number }, ip: '198.51.100.9' });
    const body = { phone: number, code: code() };
    return (await call('POST /v1/auth/otp/check', { body, ip: '198.51.100.9' })).body;
  };
  const guest = visitor(scene);
  /** The page with the field for the code; a phone gets one SMS in 30 seconds. */
  const askCode = async (link: string, number = phone) => {
    world.clock.advance(60_000);
    return (await guest.open(link)).press('Send me a code', { phone: number });
  };
  return { ...scene, organizer, party, invite, mailed, code, attending, signIn, guest, askCode };
};
