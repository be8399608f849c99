import t from 'tap';
import { textsOf } from '../../../guest-pages/src/texts/index.ts';
import { demoEvents } from '../../src/demo/demo-data.ts';

t.test('what the search of the home page suggests is in the demo data, in each language', (t) => {
  const events = demoEvents.map((event) => JSON.stringify(event).toLowerCase());
  for (const language of ['en', 'de'] as const) {
    const { searchHint } = textsOf(language).home;
    const matches = events.filter(
      (text) => text.includes(searchHint.toLowerCase()) && !text.includes('"private"'),
    );
    t.ok(matches.length > 0, searchHint);
  }
  t.end();
});
