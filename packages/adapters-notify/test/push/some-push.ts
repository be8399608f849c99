import type { Push } from '@event-platform/domain';

const at = new Date();

export const somePush = (to: Partial<Push['to']>, more: Partial<Push> = {}): Push => ({
  to: { platform: 'fcm', address: 'device-token', keys: null, ...to },
  title: 'Lantern concert 🏮',
  body: 'The event is cancelled.',
  data: { noticeId: 'n-1', kind: 'event_cancelled', eventId: 'e-1', url: 'https://events.example.com/e/e-1' },
  collapseKey: 'event_changed-0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12',
  badge: 3,
  at,
  expiresAt: new Date(at.getTime() + 3_600_000),
  ...more,
});
