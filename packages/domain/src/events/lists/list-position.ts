import type { EventId } from '../../ids.ts';
import type { Page } from '../../paging.ts';
import { wordsOf } from '../../search/fold.ts';
import { titleRank } from '../../search/text-query.ts';
import { millimetresFrom, type Point } from '../distance.ts';
import type { EventSummary } from '../event.ts';
import type { EventFilter, ListOrder } from './event-filter.ts';

/** Where an event is in a list: all that it is ordered by. */
export interface ListPosition {
  /**
   * The lower, the earlier. By time 1 for what began long ago, else 0; by relevance 2 less the rank of the title; by distance
   * that in millimetres.
   */
  readonly rank: number;
  /** In milliseconds since 1970. */
  readonly startAt: number;
  readonly id: EventId;
}

/** A page of a list of events; with `after` the first page of what is behind an event, whether that is still there or not. */
export interface ListPage extends Page {
  readonly after?: ListPosition | undefined;
}

const rankOf = (event: EventSummary, { area, text, recentSince }: EventFilter, order: ListOrder): number => {
  if (order === 'distance' && area) return millimetresFrom(area, event.location as Point);
  if (order === 'relevance' && text) return 2 - titleRank(text, { title: wordsOf(event.title), other: [] });
  return event.startAt < recentSince ? 1 : 0;
};

export const positionOf = (event: EventSummary, filter: EventFilter, order: ListOrder): ListPosition => ({
  rank: rankOf(event, filter, order),
  startAt: event.startAt.getTime(),
  id: event.id,
});
