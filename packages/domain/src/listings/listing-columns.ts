import { cellOf, noCell } from './cells.ts';
import type { Listing } from './listing.ts';
import { type ListingIds, newListingIds } from './listing-ids.ts';
import { vectorOf } from './places.ts';
import { withRoom } from './slots/typed-arrays.ts';

/** What there is of each listing, by its slot. */
export interface ListingColumns {
  readonly ids: ListingIds;
  /** Longer than there are listings. */
  readonly values: ReturnType<typeof newValues>;
}

const newValues = (slotCount: number) => ({
  starts: new Float64Array(slotCount),
  ends: new Float64Array(slotCount),
  /** NaN without a place. */
  lats: new Float64Array(slotCount),
  lngs: new Float64Array(slotCount),
  /** The place on a sphere of radius 1. */
  xs: new Float32Array(slotCount),
  ys: new Float32Array(slotCount),
  zs: new Float32Array(slotCount),
  cells: new Int32Array(slotCount),
  /** The numbers of categories. */
  categories: new Uint32Array(slotCount),
  /** One more than the numbers of series; 0 for none. */
  series: new Uint32Array(slotCount),
});

export const newColumns = (): ListingColumns => ({ ids: newListingIds(), values: newValues(16) });

/** Appends a listing; returns its slot. */
export const appendListing = (
  { ids, values }: ListingColumns,
  listing: Omit<Listing, 'category' | 'series'> & { readonly category: number },
): number => {
  const slot = ids.push(listing.id);
  if (slot === values.starts.length)
    for (const [name, column] of Object.entries(values))
      Object.assign(values, { [name]: withRoom(column, slot + 1) });
  const [lat, lng] = [listing.lat ?? Number.NaN, listing.lng ?? Number.NaN];
  const { x, y, z } = vectorOf(lat, lng);
  values.starts[slot] = listing.startAt;
  values.ends[slot] = listing.endAt;
  values.lats[slot] = lat;
  values.lngs[slot] = lng;
  values.xs[slot] = x;
  values.ys[slot] = y;
  values.zs[slot] = z;
  values.cells[slot] = Number.isNaN(lat) ? noCell : cellOf(lat, lng);
  values.categories[slot] = listing.category;
  return slot;
};

/** What there is of the listing in a slot. */
export const placeIn = ({ values }: ListingColumns, slot: number) => {
  const at = (column: Float64Array | Uint32Array) => column[slot] as number;
  const hasPlace = values.cells[slot] !== noCell;
  return {
    ...{ startAt: at(values.starts), endAt: at(values.ends), category: at(values.categories) },
    ...{ lat: hasPlace ? at(values.lats) : null, lng: hasPlace ? at(values.lngs) : null },
  };
};

/** Keeps these slots alone, in their order. Returns their new numbers; negative ones of the others. */
export const renumberColumns = ({ ids, values }: ListingColumns, kept: Uint32Array): Int32Array => {
  const newSlots = new Int32Array(ids.count()).fill(-1);
  for (const [newSlot, slot] of kept.entries()) newSlots[slot] = newSlot;
  for (const column of Object.values(values)) {
    const old = column.slice(0, ids.count());
    for (const [newSlot, slot] of kept.entries()) column[newSlot] = old[slot] as number;
  }
  ids.keep(kept);
  return newSlots;
};
