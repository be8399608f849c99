import type { Dependencies } from '../dependencies.ts';
import { requireId, type UserId } from '../ids.ts';
import type { SeriesView } from './series.ts';
import { viewOf } from './series-access.ts';

export interface GetSeries {
  readonly seriesId: string;
  readonly callerId: UserId | null;
}

/** A series with its upcoming occurrences, of a private one those that the caller may see. Throws `not_found`. */
export const getSeries =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ seriesId, callerId }: GetSeries): Promise<SeriesView> =>
    viewOf(dependencies, requireId(seriesId), callerId);
