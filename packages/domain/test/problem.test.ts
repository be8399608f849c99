import t from 'tap';
import { budgets, refuseInput, refuseUntil } from '../src/problem.ts';

t.test('the budgets have the names that metrics and alerts count refusals by', async (t) => {
  t.strictSame(budgets, [
    'phone-sms',
    'account-sms',
    'network-sms',
    'stranger-sms',
    'number-block-sms',
    'daily-sms',
    'country-sms',
    'daily-mails',
    'new-account-mails',
    'email-codes',
    'invitation-resends',
    'pending-invitations',
    'stored-responses',
    'daily-events',
    'event-changes',
    'series-changes',
    'rsvps-and-saves',
    'series-rsvps',
    'invitation-responses',
    'check-ins',
    'clearings',
    'rotations',
    'profile-changes',
    'block-changes',
    'circle-changes',
    'guest-changes',
    'invite-calls',
    'notice-reads',
    'notice-changes',
    'device-changes',
    'webhook-changes',
    'pictures',
    'daily-circles',
    'daily-reports',
    'daily-exports',
    'all-circles',
    'announcements',
  ]);
});

t.test('the detail of faulty input names every fault', async (t) => {
  const errors = [
    { path: '/title', message: 'must not be blank' },
    { path: '', message: 'is too late' },
  ];
  t.strictSame(refuseInput(...errors).problem, {
    code: 'invalid_request',
    detail: '/title must not be blank; The request is too late',
    errors,
  });
});

t.test('a wait is in whole seconds, rounded up, at least one', async (t) => {
  const now = new Date('2026-06-01T12:00:00.000Z');
  const wait = (milliseconds: number) =>
    refuseUntil('daily-mails', 'Too many.', 7, now, new Date(now.getTime() + milliseconds)).problem;
  t.strictSame(wait(1001), {
    code: 'rate_limited',
    detail: 'Too many.',
    budget: 'daily-mails',
    limit: 7,
    retryAfterSeconds: 2,
  });
  t.hasStrict(wait(1000), { retryAfterSeconds: 1 });
  t.hasStrict(wait(0), { retryAfterSeconds: 1 });
});
