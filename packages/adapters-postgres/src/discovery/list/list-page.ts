import { type EventFilter, offsetOf, type Page, type UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Given, preparedQuery } from '../../connection/prepared-statement.ts';
import type { Database } from '../../database.ts';
import { type ListRow, listColumns, listJoins } from '../../stores/event-rows.ts';
import { areaCells } from '../geo/area-covering.ts';
import {
  allMeridians,
  type BoxedArea,
  boxed,
  boxedAreaTypes,
  meridiansOf,
  withinArea,
} from '../geo/within-area.ts';
import { type ListingParts, pageOf } from './list-order.ts';

/** A row of a page with the number of all matches; one without an event when the page is empty. */
export type PageRow = { readonly total: number } & (ListRow | { readonly id: null });

interface AreaValues extends BoxedArea {
  /** The cells wholly inside the circle and those on its edge, as ranges of numbers. */
  readonly insideLow: readonly number[];
  readonly insideHigh: readonly number[];
  readonly edgeLow: readonly number[];
  readonly edgeHigh: readonly number[];
}

const areaTypes: Record<keyof AreaValues, string> = {
  ...boxedAreaTypes,
  insideLow: 'int[]',
  insideHigh: 'int[]',
  edgeLow: 'int[]',
  edgeHigh: 'int[]',
};

interface Values extends Partial<AreaValues> {
  readonly endsAfter: Date;
  readonly first: number;
  readonly count: number;
  readonly startsBefore?: Date;
  readonly category?: string;
  readonly caller?: UserId;
}

const baseTypes = { endsAfter: 'timestamptz', first: 'int', count: 'int' };

/** What a statement's text depends on. */
interface Shape {
  readonly dates: ListingParts['dates'];
  readonly hasArea: boolean;
  readonly hasCategory: boolean;
  readonly hasCaller: boolean;
}

const nameOf = ({ dates, hasArea, hasCategory, hasCaller }: Shape): string =>
  ['list', dates, hasArea && 'near', hasCategory && 'category', hasCaller && 'caller']
    .filter(Boolean)
    .join('-');

const statementOf = (shape: Shape) =>
  preparedQuery<Values, PageRow>({
    name: nameOf(shape),
    order: 'start_at, id',
    types: {
      ...baseTypes,
      ...((shape.dates === 'window' || shape.dates === 'days') && { startsBefore: 'timestamptz' }),
      ...(shape.hasCategory && { category: 'text' }),
      ...(shape.hasCaller && { caller: 'uuid' }),
      ...(shape.hasArea && areaTypes),
    } as Record<keyof Values, string>,
    body: (given) => {
      const parts: ListingParts = {
        dates: shape.dates,
        endsAfter: given('endsAfter'),
        startsBefore: given('startsBefore'),
        category: shape.hasCategory ? given('category') : null,
        area: shape.hasArea ? withinArea(given) : null,
        meridians: shape.hasArea ? meridiansOf(given) : allMeridians,
        first: given('first'),
        count: given('count'),
        end: sql`(${given('first')} + ${given('count')})`,
      };
      return sql`${shape.hasArea ? areaTables(given) : sql``} ${pageOf(parts)}
        select total.total, item.*
        from total left join (
          select item.* from page, lateral (
            select ${listColumns(shape.hasCaller ? given('caller') : null)}
            from event e ${listJoins} where e.id = page.id limit 1
          ) item
        ) item on true`;
    },
  });

const areaTables = (given: Given<Values>): RawBuilder<unknown> => sql`
  inside as materialized (select low, high from unnest(${given('insideLow')}, ${given('insideHigh')}) r (low, high)),
  edge as materialized (select low, high from unnest(${given('edgeLow')}, ${given('edgeHigh')}) r (low, high)),`;

/** Where each day is looked into for itself, there are few events on the edge and many looks. */
const squaresByDay = 32;

const areaValues = (area: NonNullable<EventFilter['area']>, dates: ListingParts['dates']): AreaValues => {
  const { inside, edge } = areaCells(area, dates === 'days' ? squaresByDay : undefined);
  return {
    ...boxed(area),
    insideLow: inside.low,
    insideHigh: inside.high,
    edgeLow: edge.low,
    edgeHigh: edge.high,
  };
};

/** For so long in an area, looking into each day is the least work. */
const daysUpTo = 31 * 86_400_000;

const windowOf = (from: Date, to: Date, area: EventFilter['area']): 'window' | 'days' =>
  area && to.getTime() - from.getTime() <= daysUpTo ? 'days' : 'window';

const statements = new Map<string, ReturnType<typeof statementOf>>();

/** A page of events by time, whatever the filter but words. One statement, prepared for each shape of filter. */
export const listedPage = (
  db: Database,
  { area, category, dated, endsAfter, startsBefore }: EventFilter,
  caller: UserId | null,
  page: Page,
): Promise<readonly PageRow[]> => {
  const shape: Shape = {
    dates: startsBefore ? windowOf(endsAfter, startsBefore, area) : dated ? 'from' : 'upcoming',
    hasArea: area !== null,
    hasCategory: category !== null,
    hasCaller: caller !== null,
  };
  const name = nameOf(shape);
  const statement = statements.get(name) ?? statementOf(shape);
  statements.set(name, statement);
  return statement(db, {
    endsAfter,
    first: offsetOf(page),
    count: page.limit,
    ...(startsBefore && { startsBefore }),
    ...(category !== null && { category }),
    ...(caller !== null && { caller }),
    ...(area && areaValues(area, shape.dates)),
  });
};
