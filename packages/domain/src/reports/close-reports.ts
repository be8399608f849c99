import type { Dependencies } from '../dependencies.ts';
import { requireId, type UserId } from '../ids.ts';
import { type Act, actor, reasonOf } from '../moderation/act.ts';
import { refuse, refuseInput } from '../problem.ts';
import type { ReportAction, ReportTarget } from './report.ts';

type AuditEntry = Parameters<Dependencies['auditLog']['record']>[0];
type Stores = Dependencies['stores'];

export interface CloseReports extends Omit<Act, 'reason'> {
  /** The event or user that the reports are about. */
  readonly targetId: string;
  readonly action: ReportAction;
  /** For other operators; with an action also what the organizer or the suspended person reads. */
  readonly note: string;
}

export interface ReportsClosed {
  readonly closed: number;
  readonly action: ReportAction;
}

/**
 * Closes the open reports of a target and does what the action says, both or neither; `suspended` for an event suspends
 * its organizer. Throws `not_found` (no open reports), `is_operator`, `invalid_request` (no note with an action, or a
 * user to take down).
 */
export const closeReports =
  ({ unitOfWork, clock, auditLog }: Pick<Dependencies, 'unitOfWork' | 'clock' | 'auditLog'>) =>
  async (command: CloseReports): Promise<ReportsClosed> => {
    const { action } = command;
    const note = reasonOf({ reason: command.note }, '/note', action === 'none');
    const id = requireId<'event' | 'user'>(command.targetId);
    const at = clock.now();
    const { closed, acts } = await unitOfWork.run(async (stores) => {
      const target = await stores.reports.openTarget(id);
      if (!target) throw refuse('not_found');
      const entry = await perform(stores, target, action, { reason: note, at });
      const count = await stores.reports.close(target, { action, note, at });
      if (count === 0) throw refuse('not_found');
      return { closed: count, acts: [entry, { event: 'reports_closed' as const, ...aboutOf(target) }] };
    });
    for (const act of acts) if (act) auditLog.record({ ...act, ...actor(command), reason: note });
    return { closed, action };
  };

const aboutOf = ({ kind, id }: ReportTarget) => (kind === 'event' ? { eventId: id } : { subjectId: id });

const perform = async (
  stores: Stores,
  target: ReportTarget,
  action: ReportAction,
  why: { readonly reason: string; readonly at: Date },
): Promise<AuditEntry | null> => {
  if (action === 'none') return null;
  if (action === 'taken_down') {
    if (target.kind === 'user') throw refuseInput({ path: '/action', message: 'must not take down a user' });
    const outcome = await stores.moderation.takeDown(target.id, why);
    if (outcome === 'unknown') throw refuse('not_found');
    return outcome === 'changed' ? { event: 'event_taken_down', eventId: target.id } : null;
  }
  const user = target.kind === 'user' ? target.id : await organizerOf(stores, target);
  const outcome = user ? await stores.moderation.suspend(user, why) : 'unknown';
  if (outcome === 'is_operator') throw refuse('is_operator');
  if (!user || outcome === 'unknown') throw refuse('not_found');
  return outcome === 'changed' ? { event: 'account_suspended', subjectId: user } : null;
};

const organizerOf = async (
  stores: Stores,
  target: Extract<ReportTarget, { readonly kind: 'event' }>,
): Promise<UserId | null> => (await stores.events.find(target.id))?.organizerId ?? null;
