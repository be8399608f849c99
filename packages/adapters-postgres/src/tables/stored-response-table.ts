import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './instant.ts';

/** What a caller was responded to a request with an idempotency key, kept until `until`. */
export const StoredResponse = defineEntity({
  name: 'StoredResponse',
  tableName: 'kept_answer',
  properties: {
    user_id: p.uuid().primary(),
    request_hash: p.text().primary(),
    content_hash: p.text(),
    answer: p.text(),
    until: instant().index('kept_answer_until_index'),
  },
});
