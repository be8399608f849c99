import type { EventId, ListingChange, ListingIndex, TagCount, UserId } from '@event-platform/domain';
import type { DiscoveryQuery } from '../../../discovery/find-page.ts';

type FoundPage = ReturnType<ListingIndex['find']>;

/** What the index shows: all that was committed in a snapshot of the server that is written to. */
export interface IndexState {
  /** Grows with each change of what is listed. */
  readonly version: number;
  /** As PostgreSQL writes a `pg_snapshot`. */
  readonly snapshot: string;
  /** When that server was started: after a failure it may lack what the former one had committed. */
  readonly server: string;
  /** Of its log, in bytes from the beginning: what has replayed so much shows as much. */
  readonly position: number;
  /** How many events are listed. */
  readonly count: number;
}

/** Of an event, or of a person as organizer. */
export type ListedId = EventId | UserId;

/** What has changed since a state before. */
export interface Followed {
  readonly state: IndexState;
  /** Null: what lists show of any event. */
  readonly changedIds: readonly ListedId[] | null;
  /** What has become of each event; null for very many, or all. */
  readonly changes: readonly ListingChange[] | null;
}

/** A page, of the version that it was found in. */
export interface IndexedPage extends FoundPage {
  readonly version: number;
  /** When the next listed event ends, in milliseconds since 1970: a page without dates may change then. */
  readonly validUntil: number;
}

/** What the thread is asked; `at` is now. */
export interface IndexCalls {
  /** Reads all that is listed. */
  load(at: Date): Promise<IndexState>;
  /** Applies what has changed since; null when the changes are not known any more, and all is to be read again. */
  follow(at: Date): Promise<Followed | null>;
  /** Null where the index does not know all that the filter asks for. */
  find(query: DiscoveryQuery): Promise<IndexedPage | null>;
  /** These two as the domain's `Vocabulary`; null while nothing is loaded. */
  similarWords(word: string, limit: number): Promise<readonly string[] | null>;
  tagCounts(endsAfter: Date, limit: number): Promise<readonly TagCount[] | null>;
}

/** A call as it is posted. */
export interface IndexCall {
  readonly id: number;
  readonly name: keyof IndexCalls;
  readonly values: readonly unknown[];
}

/** What it came to. */
export type IndexReply = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly error: string }
);

/** What the thread is started with. */
export interface IndexThreadData {
  readonly url: string;
  /** Whether settings of the session can be sent; a pooler takes none. */
  readonly isDirect: boolean;
}
