import type { Dependencies } from '../dependencies.ts';
import { eventToRead } from '../events/event-access.ts';
import { parseId, type ReportId, type UserId } from '../ids.ts';
import { usableToken } from '../invitations/usable-token.ts';
import { reasonOf } from '../moderation/act.ts';
import type { WithOrigin } from '../origin.ts';
import { refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { ReportReason, ReportTarget } from './report.ts';

interface Report extends WithOrigin {
  readonly callerId: UserId;
  readonly reason: ReportReason;
  readonly text?: string | undefined;
}

/** Exactly one of event and user. */
export interface FileReport extends Report {
  readonly eventId?: string | undefined;
  readonly userId?: string | undefined;
}

export interface ReportInvitation extends Report {
  /** Of an invitation: its preview shows the event to its holder. */
  readonly token: string;
}

type ReportDependencies = Pick<Dependencies, 'stores' | 'clock' | 'settings' | 'ids' | 'auditLog'>;

/**
 * Reports an event that the caller sees, or a user. The same target again is the same report until it is closed. Throws
 * `event_not_found`, `not_found`, `invalid_request`, `rate_limited` (the caller's reports of a day).
 */
export const fileReport =
  (dependencies: ReportDependencies) =>
  (command: FileReport): Promise<{ readonly id: ReportId }> =>
    file(dependencies, command, () => targetOf(dependencies, command));

/**
 * Reports the event of an invitation's token, also a cancelled one. Throws `invitation_not_found`, `invitation_expired`,
 * `invalid_request`, `rate_limited`.
 */
export const reportInvitation =
  (dependencies: ReportDependencies) =>
  (command: ReportInvitation): Promise<{ readonly id: ReportId }> =>
    file(dependencies, command, async () => {
      const { event } = await usableToken(dependencies, command.token);
      return { kind: 'event', id: event.id };
    });

const file = async (
  dependencies: ReportDependencies,
  command: Report,
  find: () => Promise<ReportTarget>,
): Promise<{ readonly id: ReportId }> => {
  const { stores, clock, ids, auditLog } = dependencies;
  const { callerId, reason, origin } = command;
  const text = reasonOf({ reason: command.text ?? '' }, '/text', true);
  const target = await find();
  await useQuota(dependencies, callerId, 'daily-reports');
  const at = clock.now();
  const id = await stores.reports.file({
    ...{ id: ids.next() as ReportId, reporterId: callerId },
    ...{ target, reason, text, at },
  });
  const about = target.kind === 'event' ? { eventId: target.id } : { subjectId: target.id };
  auditLog.record({ event: 'report_filed', userId: callerId, origin, ...about, reason });
  return { id };
};

const targetOf = async (
  dependencies: Pick<Dependencies, 'stores' | 'clock'>,
  { callerId, eventId, userId }: FileReport,
): Promise<ReportTarget> => {
  if (eventId !== undefined && userId === undefined) {
    const access = await eventToRead(dependencies, eventId, callerId);
    return { kind: 'event', id: access.eventId };
  }
  if (eventId !== undefined || userId === undefined)
    throw refuseInput({ path: '', message: 'must have either eventId or userId' });
  const id = parseId<'user'>(userId);
  const user = id && (await dependencies.stores.users.find(id));
  if (!user) throw refuse('not_found');
  return { kind: 'user', id: user.id };
};
