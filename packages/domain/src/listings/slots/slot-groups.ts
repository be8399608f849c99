import { addSlot, type NewSet, newSlotSet, type SlotSet, slotsOf, unite } from './slot-set.ts';
import { withRoom } from './typed-arrays.ts';

/** The slots of few groups, a set each: of categories, of ways to attend. Those of listings that are gone, too. */
export interface SlotGroups {
  add(group: string, slot: number): void;
  /** The slots that are in any of these groups, as a new set. */
  anyOf(groups: readonly string[], newSet: NewSet): SlotSet;
  /** Gives slots their new numbers. @param newSlots negative for slots that are forgotten */
  renumber(newSlots: Int32Array): void;
}

export const newSlotGroups = (): SlotGroups => {
  let sets = new Map<string, SlotSet>();
  const add: SlotGroups['add'] = (group, slot) => {
    const set = withRoom(sets.get(group) ?? newSlotSet(0), (slot >>> 5) + 1);
    addSlot(set, slot);
    sets.set(group, set);
  };
  return {
    add,
    anyOf: (groups, newSet) => {
      const slots = newSet();
      for (const group of groups) unite(slots, sets.get(group) ?? slots);
      return slots;
    },
    renumber: (newSlots) => {
      const old = sets;
      sets = new Map();
      for (const [group, set] of old)
        for (const slot of slotsOf(set)) {
          const newSlot = newSlots[slot] as number;
          if (newSlot >= 0) add(group, newSlot);
        }
    },
  };
};
