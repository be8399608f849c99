import { day, hour } from '../time.ts';

/**
 * How much one account may do, so that no account's data grows without bound and no program writes what a
 * person would not (ADR 0030). A person who organizes for a living stays far below it; admins are free of it.
 */
export const accountPolicy = {
  quotas: {
    'daily-events': { limit: 100, span: day, what: 'events made within 24 hours' },
    'event-changes': { limit: 300, span: hour, what: 'changes of events within an hour' },
    // Each is up to hundreds of events, and as many messages to each of twenty webhooks.
    'series-changes': {
      limit: 30,
      span: hour,
      what: 'changes of series within an hour',
      isSameForYoung: true,
    },
    'rsvps-and-saves': { limit: 1_000, span: hour, what: 'RSVPs and saves within an hour' },
    // Each answers up to hundreds of events.
    'series-rsvps': { limit: 100, span: hour, what: 'answers to series within an hour' },
    'invitation-responses': {
      limit: 1_000,
      span: hour,
      what: 'responses to invitations within an hour',
      isSameForYoung: true,
    },
    'check-ins': { limit: 10_000, span: hour, what: 'check-ins within an hour' },
    // Clearing sets free, so that it has more than what it clears.
    clearings: {
      limit: 2_000,
      span: hour,
      what: 'cleared RSVPs, saves and claims within an hour',
      isSameForYoung: true,
    },
    rotations: {
      limit: 20,
      span: hour,
      what: 'new links and feed addresses within an hour',
      isSameForYoung: true,
    },
    'profile-changes': {
      limit: 30,
      span: hour,
      what: 'changes of a profile within an hour',
      isSameForYoung: true,
    },
    'block-changes': {
      limit: 300,
      span: hour,
      what: 'changes of blocks within an hour',
      isSameForYoung: true,
    },
    'circle-changes': {
      limit: 300,
      span: hour,
      what: 'changes of circles within an hour',
      isSameForYoung: true,
    },
    'guest-changes': {
      limit: 1_000,
      span: hour,
      what: 'removals, revocations and resends within an hour',
      isSameForYoung: true,
    },
    'invite-calls': { limit: 60, span: hour, what: 'calls that invite within an hour', isSameForYoung: true },
    // Apps mark notices as read while they are scrolled through.
    'notice-reads': {
      limit: 1_000,
      span: hour,
      what: 'marks of notices as read within an hour',
      isSameForYoung: true,
    },
    'notice-changes': {
      limit: 300,
      span: hour,
      what: 'changes of the settings of notices within an hour',
      isSameForYoung: true,
    },
    'device-changes': {
      limit: 1_000,
      span: hour,
      what: 'registrations of devices within an hour',
      isSameForYoung: true,
    },
    // Young accounts are promised as many webhooks as others.
    'webhook-changes': {
      limit: 120,
      span: hour,
      what: 'changes and tests of webhooks within an hour',
      isSameForYoung: true,
    },
    // Each is decoded.
    pictures: { limit: 20, span: hour, what: 'pictures sent within an hour', young: 5 },
    'daily-pictures': { limit: 100, span: day, what: 'pictures sent within 24 hours' },
    'daily-circles': { limit: 20, span: day, what: 'circles made within 24 hours' },
    'daily-reports': { limit: 20, span: day, what: 'reports within 24 hours', isSameForYoung: true },
    'daily-exports': { limit: 2, span: day, what: 'exports within 24 hours', isSameForYoung: true },
  },
  /** Circles of one account at the same time. */
  circles: 200,
  /**
   * An account younger than this has a share of each limit: new accounts cost an attacker next to nothing.
   */
  youngFor: day,
  youngShare: 1 / 10,
} as const;

export type AccountBudget = keyof typeof accountPolicy.quotas;

/** How much of one kind an account may do within a span, in milliseconds. */
export interface AccountQuota {
  readonly limit: number;
  readonly span: number;
  /** What is counted, for the caller. */
  readonly what: string;
  /** Whether young accounts have all of it: they need it as much as others do. */
  readonly isSameForYoung?: boolean;
  /** The limit of young accounts where it is neither the usual one nor its share. */
  readonly young?: number;
}
