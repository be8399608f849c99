import { LRUCache } from 'lru-cache';
import type { ListedId } from './thread/messages.ts';

/** Records of one kind in memory, each the same object until it changes. */
export interface KnownRecords<Value extends { readonly id: ListedId }> {
  get(id: Value['id']): Value | undefined;
  add(value: Value): void;
  /** @param ids of records of any kind; null for all */
  forget(ids: readonly ListedId[] | null): void;
}

/** @param maxSize bytes of all records, about @param sizeOf a record’s share of them */
export const knownRecords = <Value extends { readonly id: ListedId }>(
  maxSize: number,
  sizeOf: (value: Value) => number,
): KnownRecords<Value> => {
  const records = new LRUCache<ListedId, Value>({ maxSize, sizeCalculation: sizeOf });
  return {
    get: (id) => records.get(id),
    add: (value) => void records.set(value.id, value),
    forget: (ids) => {
      if (ids === null) records.clear();
      else for (const id of ids) records.delete(id);
    },
  };
};
