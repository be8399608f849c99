import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../columns.ts';

/** What a caller was responded to a request with an idempotency key, kept until `until`. */
export const StoredResponse = defineEntity({
  name: 'StoredResponse',
  properties: {
    user_id: p.uuid().primary(),
    request_hash: p.text().primary(),
    content_hash: p.text(),
    response: p.text(),
    until: instant().index('stored_response_until_index'),
  },
});
