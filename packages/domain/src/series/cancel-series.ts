import type { Dependencies } from '../dependencies.ts';
import { cancelReason } from '../events/edit/cancel-reason.ts';
import type { UserId } from '../ids.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { SeriesView } from './series.ts';
import { ownSeries, viewOf } from './series-access.ts';

/**
 * Cancels all occurrences to come in one step, detached ones too, and makes no more; repeating it changes nothing. For its
 * organizer. Throws `not_found`, `forbidden`, `invalid_request`, `rate_limited` (the caller's changes of series of an hour).
 */
export const cancelSeries =
  (dependencies: Pick<Dependencies, 'stores' | 'unitOfWork' | 'clock' | 'settings'>) =>
  async ({
    seriesId,
    callerId,
    reason,
  }: {
    readonly seriesId: string;
    readonly callerId: UserId;
    readonly reason?: string | undefined;
  }): Promise<SeriesView> => {
    const words = cancelReason(reason);
    const id = await ownSeries(dependencies, seriesId, callerId);
    await useQuota(dependencies, callerId, 'series-changes');
    await dependencies.unitOfWork.run(async ({ series, occurrences }) => {
      const record = await series.lock(id);
      if (!record || record.isCancelled) return;
      await series.save({ ...record, isCancelled: true, extendAt: null });
      await occurrences.cancelToCome(id, dependencies.clock.now(), callerId, words);
    }, 'bulk');
    return viewOf(dependencies, id, callerId);
  };
