import type pg from 'pg';

interface Write {
  readonly key: string;
  readonly beganAt: number;
  confirmedAt: number | null;
}

/** What came back, compared with what was confirmed before the point. */
export interface Restored {
  readonly before: number;
  readonly after: number;
  readonly lost: readonly string[];
  readonly tooNew: readonly string[];
  readonly wrongCounts: number;
}

/** Records when each write began and was confirmed, by the clock that the server has, too. */
export class WriteLog {
  readonly #writes: Write[] = [];

  /** @param send resolves to the key of the row in the database, or null without a confirmation */
  async write(key: string | null, send: () => Promise<string | null>): Promise<void> {
    const beganAt = Date.now();
    const confirmed = await send();
    const name = confirmed ?? key;
    if (name !== null) this.#writes.push({ key: name, beganAt, confirmedAt: confirmed ? Date.now() : null });
  }

  async compare(client: pg.Client, point: Date): Promise<Restored> {
    const { rows } = await client.query<{ key: string }>(
      "select id::text as key from event union all select event_id || ' ' || user_id from rsvp",
    );
    const present = new Set(rows.map(({ key }) => key));
    const at = point.getTime();
    const before = this.#writes.filter(({ confirmedAt }) => confirmedAt !== null && confirmedAt < at);
    const after = this.#writes.filter(({ beganAt }) => beganAt > at);
    const { rows: wrong } = await client.query(`
      select from event_stats s
      where s.going <> (select count(*) from rsvp r where r.event_id = s.event_id and r.state = 'going')`);
    return {
      before: before.length,
      after: after.length,
      lost: before.filter(({ key }) => !present.has(key)).map(({ key }) => key),
      tooNew: after.filter(({ key }) => present.has(key)).map(({ key }) => key),
      wrongCounts: wrong.length,
    };
  }
}
