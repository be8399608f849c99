import type { FormReceipts } from '../../src/ports/requests/form-receipts.ts';
import type { Tables } from '../tables.ts';

/** The outcome of a key that is claimed. */
const claimed = '';

export const memoryFormReceipts = ({ formReceipts }: Pick<Tables, 'formReceipts'>): FormReceipts => ({
  claim: async (key, at, until) => {
    const row = formReceipts.get(key);
    if (row && at < row.until) return false;
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
    const row = formReceipts.get(key);
    return row && row.outcome !== claimed && at < row.until ? row.outcome : null;
  },
});
