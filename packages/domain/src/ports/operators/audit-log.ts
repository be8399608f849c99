import type { EventId, SessionId, UserId } from '../../ids.ts';
import type { Origin } from '../../origin.ts';

/** What the audit log keeps. */
export type AuditEvent =
  | 'sign_in'
  | 'sign_in_refused'
  | 'new_session'
  | 'refresh_replay'
  | 'session_ended'
  | 'account_erased'
  | 'event_made_private'
  | 'event_deleted'
  | 'guest_removed'
  | 'link_rotated'
  | 'access_refused'
  | 'operator_refused'
  | 'event_taken_down'
  | 'event_restored'
  | 'account_suspended'
  | 'suspension_lifted'
  | 'account_looked_up'
  | 'reports_listed'
  | 'reports_closed'
  | 'operator_granted'
  | 'operator_revoked'
  | 'category_added'
  | 'category_changed'
  | 'category_merged'
  | 'report_filed'
  | 'data_exported';

/** One thing that happened. The adapter writes the user and the network as keyed hashes alone. */
export interface AuditEntry {
  readonly event: AuditEvent;
  /** Who acted; for a refused sign-in and for a replay the account that it was tried on. */
  readonly userId?: UserId | undefined;
  /** The number of a refused sign-in that belongs to no account, in E.164 form. */
  readonly phone?: string | undefined;
  readonly origin?: Origin | undefined;
  /** The session that the event is about, where it is not the origin's. */
  readonly sessionId?: SessionId | undefined;
  readonly eventId?: EventId | undefined;
  /** Whom an operator looked up or acted on. */
  readonly subjectId?: UserId | undefined;
  /**
   * Why a sign-in or an access was refused, or who ended a session: a constant in snake case. Of an operator's act their own words,
   * and never the input of another caller.
   */
  readonly reason?: string | undefined;
}

/** Keeps what an operator must be able to look up after an incident. */
export interface AuditLog {
  /** Use cases call it after the commit. Never throws: the entry tells of something that has happened. */
  record(entry: AuditEntry): void;
}
