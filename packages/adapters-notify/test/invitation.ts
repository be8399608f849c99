import type { InvitationMail } from '@event-platform/domain';

/** An invitation to change in tests. */
export const invitation: InvitationMail = {
  invitationId: '0198c0de-0000-7000-8000-00000000000a' as InvitationMail['invitationId'],
  sending: 1,
  email: 'guest@example.org',
  token: 'aB3_-token',
  unsubscribeToken: 'uN5_-token',
  event: {
    title: 'Spring Concert',
    startAt: new Date('2026-05-01T18:00:00Z'),
    endAt: new Date('2026-05-01T20:30:00Z'),
    isAllDay: false,
    location: { address: 'Hauptstraße 1, Berlin', lat: 52.52, lng: 13.4 },
    timeZone: 'Europe/Berlin',
  },
  organizerName: 'Ada Lovelace',
  language: 'en',
};

/** The colours of a brand. */
export const accents = { light: '#4b47a3', dark: '#9c99d1' };
