import type pg from 'pg';

export type Answer = 'going' | 'interested' | null;

/** What one person was told about one thing, and what may have happened besides. */
interface Entry<Value> {
  /** The last that was answered; undefined before the first. */
  told: Value | undefined;
  /** Sent, and not answered with success: done or not, or done later. */
  readonly unknown: Value[];
}

/** What the database and the answers disagree about. */
export interface Verdict {
  readonly lostWrites: number;
  readonly wrongCounts: number;
  readonly details: readonly string[];
}

/** Keeps what clients were told, and compares it with what the database holds afterwards. */
export class Ledger {
  readonly #rsvps = new Map<string, Entry<Answer>>();
  readonly #saves = new Map<string, Entry<boolean>>();
  readonly #created: string[] = [];
  /** Of events whose count only grows: each value may be told once. */
  readonly #counts = new Map<string, number[]>();
  readonly #unknownOf = new Map<string, number>();

  rsvp(event: string, user: string, answer: Answer, told: boolean): void {
    note(this.#rsvps, `${event} ${user}`, answer, told);
    if (!told) this.#unknownOf.set(event, (this.#unknownOf.get(event) ?? 0) + 1);
  }

  count(event: string, count: number): void {
    this.#counts.set(event, [...(this.#counts.get(event) ?? []), count]);
  }

  save(event: string, user: string, saved: boolean, told: boolean): void {
    note(this.#saves, `${event} ${user}`, saved, told);
  }

  created(event: string): void {
    this.#created.push(event);
  }

  /** Whether nothing unknown hangs on what this person sent about this event. */
  isCertain(event: string, user: string): boolean {
    const key = `${event} ${user}`;
    return !this.#rsvps.get(key)?.unknown.length && !this.#saves.get(key)?.unknown.length;
  }

  async compare(client: pg.Client): Promise<Verdict> {
    const details: string[] = [];
    const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows;

    const rsvps = new Map(
      (
        await rows<{ key: string; state: Answer }>(
          "select event_id || ' ' || user_id as key, state from rsvp",
        )
      ).map(({ key, state }) => [key, state]),
    );
    const saves = new Set(
      (await rows<{ key: string }>("select event_id || ' ' || user_id as key from saved")).map(
        ({ key }) => key,
      ),
    );
    let lostWrites = 0;
    const lost = (what: string) => {
      lostWrites += 1;
      details.push(`lost: ${what}`);
    };
    for (const [key, entry] of this.#rsvps)
      if (!fits(entry, rsvps.get(key) ?? null, null)) lost(`answer of ${key}: told ${entry.told}`);
    for (const [key, entry] of this.#saves)
      if (!fits(entry, saves.has(key), false)) lost(`save of ${key}: told ${entry.told}`);
    const known = await rows<{ id: string }>('select id from event where id = any ($1)', [this.#created]);
    const missing = this.#created.length - known.length;
    for (let index = 0; index < missing; index += 1) lost('a created event');

    let wrongCounts = 0;
    const wrong = (what: string) => {
      wrongCounts += 1;
      details.push(`wrong: ${what}`);
    };
    const counted = new Map(
      (
        await rows<{ id: string; kept: number; rows: number }>(`
          select s.event_id as id, s.going + s.interested as kept,
            (select count(*)::int from rsvp r where r.event_id = s.event_id and state in ('going', 'interested')) as rows
          from event_stats s`)
      ).map((row) => [row.id, row]),
    );
    for (const { id, kept, rows: real } of counted.values())
      if (kept !== real) wrong(`count of ${id}: ${kept} kept, ${real} rows`);
    for (const [event, counts] of this.#counts) {
      const final = counted.get(event)?.rows ?? 0;
      const distinct = new Set(counts);
      if (distinct.size < counts.length)
        wrong(`${counts.length - distinct.size} counts of ${event} told twice`);
      for (const count of distinct)
        if (count < 1 || count > final) wrong(`count ${count} of ${event}, of which there are ${final}`);
      const untold = final - distinct.size;
      if (untold > (this.#unknownOf.get(event) ?? 0)) wrong(`${untold} answers of ${event} that nobody sent`);
    }
    return { lostWrites, wrongCounts, details };
  }
}

const note = <Value>(entries: Map<string, Entry<Value>>, key: string, value: Value, told: boolean): void => {
  const entry = entries.get(key) ?? { told: undefined, unknown: [] };
  entries.set(key, entry);
  if (told) entry.told = value;
  else entry.unknown.push(value);
};

const fits = <Value>({ told, unknown }: Entry<Value>, real: Value, before: Value): boolean =>
  real === (told === undefined ? before : told) || unknown.includes(real);
