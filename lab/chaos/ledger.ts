import type pg from 'pg';

export type Rsvp = 'going' | 'interested' | null;

/** The confirmed and possible values of one row. */
export interface Entry<Value> {
  /** The last confirmed value; undefined before the first. */
  confirmed: Value | undefined;
  /** Values sent without a success response: written, not written, or written later. */
  readonly unknown: Value[];
}

/** The differences between the responses and the database. */
export interface Verdict {
  readonly lostWrites: number;
  readonly wrongCounts: number;
  readonly details: readonly string[];
}

/** Records the responses to clients, and compares them with the database afterwards. */
export class Ledger {
  readonly #rsvps = new Map<string, Entry<Rsvp>>();
  readonly #saves = new Map<string, Entry<boolean>>();
  readonly #created: string[] = [];
  /** Counts of events whose count only grows: each value may be returned once. */
  readonly #counts = new Map<string, number[]>();
  readonly #unknownOf = new Map<string, number>();

  rsvp(event: string, user: string, rsvp: Rsvp, confirmed: boolean): void {
    note(this.#rsvps, `${event} ${user}`, rsvp, confirmed);
    if (!confirmed) this.#unknownOf.set(event, (this.#unknownOf.get(event) ?? 0) + 1);
  }

  count(event: string, count: number): void {
    this.#counts.set(event, [...(this.#counts.get(event) ?? []), count]);
  }

  save(event: string, user: string, saved: boolean, confirmed: boolean): void {
    note(this.#saves, `${event} ${user}`, saved, confirmed);
  }

  created(event: string): void {
    this.#created.push(event);
  }

  /** Whether all writes of this person about this event are confirmed. */
  isCertain(event: string, user: string): boolean {
    const key = `${event} ${user}`;
    return !this.#rsvps.get(key)?.unknown.length && !this.#saves.get(key)?.unknown.length;
  }

  /** All events that were written to. */
  #events(): readonly string[] {
    const written = [...this.#rsvps.keys(), ...this.#saves.keys()].map((key) => key.split(' ')[0] as string);
    return [...new Set([...written, ...this.#counts.keys(), ...this.#created])];
  }

  async compare(client: pg.Client): Promise<Verdict> {
    const details: string[] = [];
    const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows;

    const events = this.#events();
    const keyed = "event_id || ' ' || user_id as key";
    const rsvps = new Map(
      (
        await rows<{ key: string; state: Rsvp }>(
          `select ${keyed}, state from rsvp where event_id = any ($1)`,
          [events],
        )
      ).map(({ key, state }) => [key, state]),
    );
    const saves = new Set(
      (await rows<{ key: string }>(`select ${keyed} from saved where event_id = any ($1)`, [events])).map(
        ({ key }) => key,
      ),
    );
    let lostWrites = 0;
    const lost = (what: string) => {
      lostWrites += 1;
      details.push(`lost: ${what}`);
    };
    for (const [key, entry] of this.#rsvps)
      if (!fits(entry, rsvps.get(key) ?? null, null)) lost(`RSVP of ${key}: confirmed ${entry.confirmed}`);
    for (const [key, entry] of this.#saves)
      if (!fits(entry, saves.has(key), false)) lost(`save of ${key}: confirmed ${entry.confirmed}`);
    const eventRows = await rows<{ id: string }>('select id from event where id = any ($1)', [this.#created]);
    const missing = this.#created.length - eventRows.length;
    for (let index = 0; index < missing; index += 1) lost('a created event');

    let wrongCounts = 0;
    const wrong = (what: string) => {
      wrongCounts += 1;
      details.push(`wrong: ${what}`);
    };
    const counted = new Map(
      (
        await rows<{ id: string; kept: number; rows: number }>(
          `
          select s.event_id as id, s.going + s.interested as kept,
            (select count(*)::int from rsvp r where r.event_id = s.event_id and state in ('going', 'interested')) as rows
          from event_stats s where s.event_id = any ($1)`,
          [events],
        )
      ).map((row) => [row.id, row]),
    );
    for (const { id, kept, rows: real } of counted.values())
      if (kept !== real) wrong(`count of ${id}: counter ${kept}, ${real} rows`);
    for (const [event, counts] of this.#counts) {
      const final = counted.get(event)?.rows ?? 0;
      const distinct = new Set(counts);
      if (distinct.size < counts.length)
        wrong(`${counts.length - distinct.size} counts of ${event} returned twice`);
      for (const count of distinct)
        if (count < 1 || count > final) wrong(`count ${count} of ${event}, which has ${final} rows`);
      const unconfirmed = final - distinct.size;
      if (unconfirmed > (this.#unknownOf.get(event) ?? 0))
        wrong(`${unconfirmed} RSVPs of ${event} that no client sent`);
    }
    return { lostWrites, wrongCounts, details };
  }
}

export const note = <Value>(
  entries: Map<string, Entry<Value>>,
  key: string,
  value: Value,
  confirmed: boolean,
): void => {
  const entry = entries.get(key) ?? { confirmed: undefined, unknown: [] };
  entries.set(key, entry);
  if (confirmed) entry.confirmed = value;
  else entry.unknown.push(value);
};

export const fits = <Value>({ confirmed, unknown }: Entry<Value>, real: Value, before: Value): boolean =>
  real === (confirmed === undefined ? before : confirmed) || unknown.includes(real);
