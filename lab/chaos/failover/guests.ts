import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Entry, fits, note, type Verdict } from '../ledger.ts';
import type { Person, Requests } from '../requests.ts';
import { code } from '../world.ts';

export interface GuestsOptions {
  readonly requests: Requests;
  readonly people: readonly Person[];
  /** Events to book, which belong to the first of the people. */
  readonly events: readonly string[];
  /** Phones that sign in for the first time. */
  readonly newcomers: string[];
  readonly retryMs: number;
}

/** Bookings, sign-ins and invitations, which continue until `stop`. */
export interface Guests {
  compare(client: pg.Client): Promise<Verdict>;
  /** The confirmed invitations whose mail is not sent yet. */
  unsent(client: pg.Client): Promise<number>;
  stop(): Promise<void>;
}

const pauseMs = 150;
let invited = 0;

export const startGuests = ({ requests, people, events, newcomers, retryMs }: GuestsOptions): Guests => {
  const bookings = new Map<string, Entry<number>>();
  const emails: string[] = [];
  const sessions: string[] = [];
  const organizer = people[0] as Person;
  let isOver = false;

  const book = async (turn: number): Promise<boolean> => {
    const event = events[turn % events.length] as string;
    const person = people[Math.floor(turn / events.length) % people.length] as Person;
    const quantity = 1 + (turn % 3);
    const booking = await requests.send(person, 'PUT', `/v1/events/${event}/booking`, { quantity });
    note(bookings, `${event} ${person.id}`, quantity, booking !== null);
    return booking !== null;
  };
  const invite = async (turn: number): Promise<boolean> => {
    invited += 1;
    const email = `friend-${invited}@mail.example`;
    const event = events[turn % events.length] as string;
    const invites = await requests.send(organizer, 'POST', `/v1/events/${event}/invites`, {
      emails: [email],
    });
    if (invites) emails.push(email);
    return invites !== null;
  };
  const signIn = async (): Promise<boolean> => {
    const phone = newcomers.shift();
    if (!phone) return true;
    if (!(await requests.send(null, 'POST', '/v1/auth/otp/start', { phone }))) return false;
    const session = await requests.send(null, 'POST', '/v1/auth/otp/check', { phone, code });
    if (!session) return false;
    const claims = Buffer.from(session.accessToken.split('.')[1], 'base64url').toString();
    sessions.push(JSON.parse(claims).sid);
    return true;
  };
  const repeat = async (act: (turn: number) => Promise<boolean>) => {
    for (let turn = 0; !isOver; turn += 1) await delay((await act(turn)) ? pauseMs : retryMs);
  };
  const running = Promise.all([repeat(book), repeat(invite), repeat(signIn)]);

  return {
    stop: async () => {
      isOver = true;
      await running;
    },
    unsent: async (client) => {
      const { rows } = await client.query<{ unsent: number }>(
        "select count(*)::int as unsent from invitation where email = any ($1) and delivery <> 'sent'",
        [emails],
      );
      return rows[0]?.unsent ?? 0;
    },
    compare: async (client) => {
      const details: string[] = [];
      const lacking = async (what: string, text: string, keys: readonly string[]) => {
        const { rows } = await client.query<{ key: string }>(text, [keys]);
        const present = new Set(rows.map(({ key }) => key));
        for (const key of keys) if (!present.has(key)) details.push(`lost: ${what} ${key}`);
      };
      await lacking('sign-in', 'select id as key from session where id = any ($1)', sessions);
      await lacking('invitation of', 'select email as key from invitation where email = any ($1)', emails);
      const { rows } = await client.query<{ key: string; quantity: number }>(
        "select event_id || ' ' || user_id as key, quantity from booking",
      );
      const bookedCounts = new Map(rows.map(({ key, quantity }) => [key, quantity]));
      for (const [key, entry] of bookings)
        if (!fits(entry, bookedCounts.get(key) ?? 0, 0)) details.push(`lost: booking of ${key}`);
      const lostWrites = details.length;
      const { rows: sums } = await client.query<{ id: string; kept: number; booked: number }>(`
        select s.event_id as id, s.booked as kept, coalesce(sum(b.quantity), 0)::int as booked
        from event_stats s left join booking b on b.event_id = s.event_id and b.status = 'confirmed'
        group by s.event_id having s.booked <> coalesce(sum(b.quantity), 0)`);
      for (const { id, kept, booked: real } of sums)
        details.push(`wrong: ${id} counts ${kept} booked seats instead of ${real}`);
      return { lostWrites, wrongCounts: sums.length, details };
    },
  };
};
