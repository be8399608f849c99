import type { FormReceipts } from '../../src/ports/form-receipts.ts';
import type { Tables } from '../tables.ts';

export const memoryFormReceipts = ({ formReceipts }: Pick<Tables, 'formReceipts'>): FormReceipts => ({
  keep: async (key, outcome, until) => {
    if (!formReceipts.get(key)) formReceipts.set(key, { outcome, until });
  },
  find: async (key, at) => {
    const kept = formReceipts.get(key);
    return kept && at < kept.until ? kept.outcome : null;
  },
});
