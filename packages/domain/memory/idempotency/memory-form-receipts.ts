import type { FormReceipts } from '../../src/ports/form-receipts.ts';
import type { Tables } from '../tables.ts';

/** The outcome of a key that is claimed. */
const claimed = '';

export const memoryFormReceipts = ({ formReceipts }: Pick<Tables, 'formReceipts'>): FormReceipts => ({
  claim: async (key, at, until) => {
    const kept = formReceipts.get(key);
    if (kept && at < kept.until) return false;
    formReceipts.set(key, { outcome: claimed, until });
    return true;
  },
  release: async (key) => {
    if (formReceipts.get(key)?.outcome === claimed) formReceipts.delete(key);
  },
  keep: async (key, outcome, until) => {
    if (!formReceipts.get(key)?.outcome) formReceipts.set(key, { outcome, until });
  },
  find: async (key, at) => {
    const kept = formReceipts.get(key);
    return kept && kept.outcome !== claimed && at < kept.until ? kept.outcome : null;
  },
});
