import { removeBookings } from '../../support/load/bookings.ts';
import { removeRsvps } from '../../support/load/readers.ts';
import { baselineLine, type Line } from '../../support/report/finding.ts';
import { interleavedRounds, type Load } from '../../support/report/interleaved-rounds.ts';
import { medianOf } from '../../support/report/measured.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { pgbenchLoad } from '../../support/servers/pgbench.ts';
import { openEvents, spreadBookings } from './booking-spread.ts';
import { anyListed, changeOf, restore } from './event-change.ts';
import { spreadRsvps } from './rsvp-spread.ts';

/** Minimum ratio to the same without the question. */
const target = 0.95;
const clients = 8;
/** The ratio is near 1: more rounds than elsewhere. */
const roundsFor = ({ scale }: DatasetBench) => scale.datasetRounds * 4;

/** Of others than the organizers of events, so that none hears of what is measured. */
const addWebhooks = `insert into webhook (id, owner_id, url, types, is_enabled, generation, created_at)
  select gen_random_uuid(), u.id, 'https://hooks.example/', '{event.changed,rsvp.changed,booking.confirmed}', true, 0, now()
  from app_user u where not exists (select from event e where e.organizer_id = u.id) limit 1000`;

/** The load while no statement asks who listens. */
const unasked = ({ bare }: DatasetBench, load: Load): Load => ({
  what: `${load.what}, without asking who listens`,
  run: async () => {
    const { rows } = await bare.query<{ definition: string }>(
      "select pg_get_functiondef('has_listener'::regproc) as definition",
    );
    await bare.query(
      `create or replace function has_listener(change text, event uuid, organizer uuid) returns boolean
      language sql stable parallel safe as 'select false'`,
    );
    try {
      return await load.run();
    } finally {
      await bare.query(rows[0]?.definition ?? '');
    }
  },
});

const compare = async (bench: DatasetBench, load: Load | null): Promise<readonly Line[]> => {
  if (!load) return [];
  const without = unasked(bench, load);
  const runs = await interleavedRounds(roundsFor(bench) + 1, [load, without]);
  const [change = [], base = []] = runs.map((rounds) => rounds.slice(1));
  const { rows } = await bench.bare.query<{ count: number }>('select count(*)::int as count from outbox');
  if (rows[0]?.count !== 0) throw new Error('A webhook listens to what is measured');
  return [{ what: load.what, measured: medianOf(change) }, baselineLine(without.what, change, base, target)];
};

const changes = async (bench: DatasetBench): Promise<readonly Line[]> => {
  const events = await anyListed(bench);
  try {
    const scripts = [];
    for (const { id } of events) scripts.push(await changeOf(bench, id));
    const load = pgbenchLoad({
      url: bench.server.url,
      scripts,
      clients,
      seconds: bench.scale.datasetSeconds,
    });
    return await compare(bench, load && { ...load, what: 'a change of an event' });
  } finally {
    await restore(bench, events);
  }
};

const rsvps = async (bench: DatasetBench): Promise<readonly Line[]> => {
  const lines = await compare(bench, spreadRsvps(bench));
  await removeRsvps(bench);
  return lines;
};

const bookings = async (bench: DatasetBench): Promise<readonly Line[]> => {
  const lines = await compare(bench, spreadBookings(bench, await openEvents(bench)));
  await removeBookings(bench);
  return lines;
};

const measure: DatasetScenario['measure'] = async (bench) => {
  await bench.bare.query(addWebhooks);
  try {
    const lines = [...(await rsvps(bench)), ...(await bookings(bench)), ...(await changes(bench))];
    return [{ rows: bench.rows, lines }];
  } finally {
    await bench.bare.query('delete from webhook');
  }
};

export const noListeners: DatasetScenario = {
  name: 'no-listeners',
  about:
    'What it costs to ask whether a webhook hears of an RSVP, a booking or a change, where there are 1,000 webhooks and none does: RSVPs and bookings over HTTP, changes as statements through pgbench, 8 clients, with and without the question. No row is written to the outbox.',
  measure,
};
