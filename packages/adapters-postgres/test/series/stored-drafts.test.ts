import { draftDefaults } from '@event-platform/domain';
import { fixtures, seriesFixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addUser } = fixtures;
const { someSeries } = seriesFixtures;
const { query, stores } = await openTestPostgres(t);
const { rsvpUntil: _, ...defaults } = draftDefaults;

for (const [field, value] of Object.entries(defaults))
  await t.test(`a draft that is older than ${field} is read with its default`, async (t) => {
    const series = someSeries((await addUser(stores)).id);
    await stores.series.add(series);
    await query('update event_series set draft = draft - $2 where id = $1', [series.id, field]);
    const expected = { ...series, draft: { ...series.draft, [field]: value } };
    t.strictSame(await stores.series.find(series.id), expected);
    t.strictSame(await stores.series.lock(series.id), expected);
  });
