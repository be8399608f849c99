import type { Attendance, EventId, Listing, SearchDocument, SeriesId, UserId } from '@event-platform/domain';
import pg from 'pg';
import { isListedText } from '../../../discovery/find-page.ts';
import type { IndexThreadData } from './messages.ts';

/** A listed event, as an index takes it. */
export type ListedEvent = readonly [Listing, SearchDocument];

/** What a reading transaction shows. */
export interface Shown {
  readonly snapshot: string;
  readonly server: string;
  readonly position: number;
}

/** What has changed since a snapshot. */
export interface ListingChanges extends Shown {
  /** The events that have changed, of these the ones that are listed. */
  readonly ids: readonly EventId[];
  readonly listed: readonly ListedEvent[];
  /** People of whom lists show something else. */
  readonly organizerIds: readonly UserId[];
  /** Whether what lists show of all events may have changed, as a name of a category has. */
  readonly isOfAll: boolean;
}

/** Reads what is listed, over a connection of its own. */
export interface ListingSource {
  /** All that ends after an instant. @param take is given some at a time */
  load(endsAfter: Date, take: (some: readonly ListedEvent[]) => void): Promise<Shown>;
  /** Null when changes were forgotten, or belong to another server. */
  changes(since: Pick<Shown, 'snapshot' | 'server'>, endsAfter: Date): Promise<ListingChanges | null>;
}

/** Events that are read at a time. */
const batchSize = 2_000;

/** Values come as texts. The words of the title, then all. */
type ListingRow = readonly [
  id: EventId,
  startAt: string,
  endAt: string,
  lat: string | null,
  lng: string | null,
  category: string,
  attendance: Attendance,
  isFree: string,
  organizer: UserId,
  series: SeriesId | null,
  tags: string,
  title: string,
  words: string,
];
const listingColumns = `e.id, extract(epoch from e.start_at) * 1000, extract(epoch from e.end_at) * 1000, e.lat, e.lng,
  e.category, e.attendance, e.price_minor = 0 and e.is_price_known, e.organizer_id, e.series_id,
  array_to_string(e.tags, ' '), array_to_string(tsvector_to_array(ts_filter(e.words, '{a}')), ' '), array_to_string(tsvector_to_array(e.words), ' ')`;

const shownColumns = `pg_current_snapshot(), extract(epoch from pg_postmaster_start_time()),
  pg_current_wal_insert_lsn() - '0/0'::pg_lsn`;

/** A part of a long text keeps all of that in memory, where a copy does not. */
const copyOf = (word: string): string => (word.length < 13 ? word : Buffer.from(word).toString());
const wordsIn = (text: string): readonly string[] => (text === '' ? [] : text.split(' ').map(copyOf));

const toListed = (row: ListingRow): ListedEvent => {
  const [id, startAt, endAt, lat, lng, category, attendance, isFree, organizer, series, tags, title, words] =
    row;
  const inTitle = new Set(wordsIn(title));
  return [
    {
      ...{ id, startAt: Number(startAt), endAt: Number(endAt), category, attendance, organizer, series },
      isFree: isFree === 't',
      tags: wordsIn(tags),
      lat: lat === null ? null : Number(lat),
      lng: lng === null ? null : Number(lng),
    },
    { title: [...inTitle], other: wordsIn(words).filter((word) => !inTitle.has(word)) },
  ];
};

const asTexts = { getTypeParser: () => (text: string) => text };

export const listingSource = ({ url, isDirect }: IndexThreadData): ListingSource => {
  let client: Promise<pg.Client> | undefined;
  const connect = async () => {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'event-platform listings',
      keepAlive: true,
      ...(isDirect && { options: '-c jit=off -c max_parallel_workers_per_gather=0' }),
    });
    // What fails tells so itself.
    opened.on('error', () => {});
    opened.on('end', () => {
      client = undefined;
    });
    await opened.connect();
    return opened;
  };
  const rowsOf = async <Row>(opened: pg.Client, text: string, values: readonly unknown[] = []) => {
    const { rows } = await opened.query({
      ...{ text, values: [...values], rowMode: 'array', types: asTexts as never },
    });
    return rows as unknown as readonly Row[];
  };
  /** All statements of the work see the same. */
  const inSnapshot = async <Result>(work: (opened: pg.Client) => Promise<Result>): Promise<Result> => {
    client ??= connect();
    const opened = await client.catch((error: unknown) => {
      client = undefined;
      throw error;
    });
    try {
      await opened.query('begin transaction isolation level repeatable read read only');
      const result = await work(opened);
      await opened.query('commit');
      return result;
    } catch (error) {
      client = undefined;
      await opened.end().catch(() => undefined);
      throw error;
    }
  };
  const shownBy = async (opened: pg.Client): Promise<Shown> => {
    const [row] = await rowsOf<readonly [string, string, string]>(opened, `select ${shownColumns}`);
    const [snapshot = '', server = '', position = ''] = row ?? [];
    return { snapshot, server, position: Number(position) };
  };

  return {
    load: (endsAfter, take) =>
      inSnapshot(async (opened) => {
        const shown = await shownBy(opened);
        await opened.query(`declare listing no scroll cursor for select ${listingColumns} from event e
          where ${isListedText} and e.end_at > '${endsAfter.toISOString()}'`);
        for (;;) {
          const rows = await rowsOf<ListingRow>(opened, `fetch ${batchSize} from listing`);
          take(rows.map(toListed));
          if (rows.length < batchSize) return shown;
        }
      }),
    changes: (since, endsAfter) =>
      inSnapshot(async (opened) => {
        const shown = await shownBy(opened);
        const floor = floorOf(since.snapshot);
        const [lost] = await rowsOf(opened, 'select from forgotten_changes where below > $1::xid8', [floor]);
        if (lost || shown.server !== since.server) return null;
        const changes = await rowsOf<readonly [EventId | null, UserId | null, string | null]>(
          opened,
          `select event_id, organizer_id, case when event_id is null then category end from event_change
           where xid >= $1::xid8 and not pg_visible_in_snapshot(xid, $2::pg_snapshot)`,
          [floor, since.snapshot],
        );
        // Something is not known to have changed, but may have.
        if (changes.some((change) => change.every((part) => part === null))) return null;
        const ids = [...new Set(changes.map(([id]) => id))].filter((id) => id !== null);
        const organizerIds = changes.map(([, id]) => id).filter((id) => id !== null);
        const listed: ListedEvent[] = [];
        for (let from = 0; from < ids.length; from += batchSize) {
          const rows = await rowsOf<ListingRow>(
            opened,
            `select ${listingColumns} from event e
             where e.id = any($1::uuid[]) and ${isListedText} and e.end_at > $2::timestamptz`,
            [ids.slice(from, from + batchSize), endsAfter.toISOString()],
          );
          listed.push(...rows.map(toListed));
        }
        return {
          ...shown,
          ids,
          listed,
          organizerIds,
          isOfAll: changes.some(([, , category]) => category !== null),
        };
      }),
  };
};

/** All transactions below it had ended. */
export const floorOf = (snapshot: string): string => snapshot.split(':', 1)[0] as string;
