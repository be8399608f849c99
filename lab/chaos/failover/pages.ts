import type { Replica } from '../../../packages/service/test/support/replica.ts';
import type { Services } from '../world.ts';

/** Compares the first page of all events, as each service shows it, with the database; the differences in words. */
export const comparePages = async (services: Services, replicas: readonly Replica[]): Promise<string[]> => {
  const client = await services.connect();
  try {
    const { rows } = await client.query<{ id: string; count: number; total: number }>(`
      select e.id, s.going + s.interested as count, count(*) over ()::int as total
      from event e join event_stats s on s.event_id = e.id
      where e.visibility = 'public' and e.status = 'scheduled' and e.end_at > now()`);
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    const differences: string[] = [];
    for (const replica of replicas)
      for (const token of [undefined, services.people[1]?.token]) {
        const { status, body } = await replica.call('GET /v1/events?limit=50', { token });
        if (status !== 200) differences.push(`a list is ${status}`);
        else if (body.meta.total !== counts.size)
          differences.push(`a list of ${body.meta.total} events, not ${counts.size}`);
        for (const { id, rsvpCount } of status === 200 ? body.data : [])
          if (counts.get(id) !== rsvpCount)
            differences.push(`event ${id} is shown with ${rsvpCount} RSVPs, not ${counts.get(id)}`);
      }
    return differences;
  } finally {
    await client.end();
  }
};
