import type { FormReceipts } from '../../src/ports/requests/form-receipts.ts';
import type { Tables } from '../tables.ts';

/** The outcome of a key that is claimed. */
const noResponse = '';

export const memoryFormReceipts = ({ formReceipts }: Pick<Tables, 'formReceipts'>): FormReceipts => ({
  claim: async (key, at, until) => {
    const row = formReceipts.get(key);
    if (row && at < row.until) return false;
    formReceipts.set(key, { outcome: noResponse, until });
    return true;
  },
  release: async (key) => {
    if (formReceipts.get(key)?.outcome === noResponse) formReceipts.delete(key);
  },
  keep: async (key, outcome, until) => {
    if (!formReceipts.get(key)?.outcome) formReceipts.set(key, { outcome, until });
  },
  find: async (key, at) => {
    const row = formReceipts.get(key);
    return row && row.outcome !== noResponse && at < row.until ? row.outcome : null;
  },
});
