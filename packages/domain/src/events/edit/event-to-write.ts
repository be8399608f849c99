import type { SearchDocument } from '../../search/search-document.ts';
import type { EventRecord } from '../event.ts';

/** An event to write and the words that search finds it by. */
export interface EventToWrite {
  readonly event: EventRecord;
  readonly document: SearchDocument;
}
