import pg from 'pg';
import { type City, cities } from './cities.ts';
import type { Dataset } from './open-dataset.ts';
import { vocabulary } from './words.ts';

const live = `visibility = 'public' and status = 'scheduled' and end_at > now()`;
const densest = cities[0] as City;

const queries: Readonly<Record<string, string>> = {
  events: 'select count(*) from event',
  'live public events': `select count(*) from event where ${live}`,
  people: 'select count(*) from app_user',
  RSVPs: 'select count(*) from rsvp',
  'RSVPs by the counters': 'select sum(going + interested) from event_stats',
  'RSVPs to the most popular event': 'select max(going + interested) from event_stats',
  'RSVPs of the most active person':
    'select max(n) from (select count(*) as n from rsvp group by user_id) each',
  saved: 'select count(*) from saved',
  'live within 50 km of the densest city': `select count(*) from event where ${live}
    and 2 * 6371.0088 * asin(least(1, sqrt(sin(radians(lat - ${densest.lat}) / 2) ^ 2
      + cos(radians(lat)) * cos(radians(${densest.lat})) * sin(radians(lng - ${densest.lng}) / 2) ^ 2))) <= 50`,
  'live in the biggest category': `select max(n) from (select count(*) as n from event where ${live} group by category) each`,
  [`live with the most frequent word, "${vocabulary[0]}"`]: `select count(*) from event
    where ${live} and words @@ '''${vocabulary[0]}'''::tsquery`,
  'bytes on disk': 'select pg_database_size(current_database())',
};

/** The numbers of a dataset, as `name: number` lines. */
export const datasetFacts = async ({ server }: Dataset): Promise<string> => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const [name, query] of Object.entries(queries)) {
      const { rows } = await client.query({ text: query, rowMode: 'array' });
      lines.push(`${name}: ${Number(rows[0]?.[0]).toLocaleString('en')}`);
    }
    return lines.join('\n');
  } finally {
    await client.end();
  }
};
