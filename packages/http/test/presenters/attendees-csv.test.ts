import type { AskedQuestion, AttendeeExport } from '@event-platform/domain';
import fc from 'fast-check';
import t from 'tap';
import { attendeesCsv } from '../../src/presenters/attendees-csv.ts';
import { openTestApp } from '../../test-support/test-app.ts';

const csvOf = async (questions: readonly AskedQuestion[], attendees: readonly AttendeeExport[]) => {
  async function* pages() {
    yield attendees;
  }
  let csv = '';
  for await (const part of attendeesCsv(questions, pages())) csv += part;
  return csv;
};

/** A guest who writes the same text wherever guests and organizers write. */
const csvWith = (text: string) => {
  const ids = ['text', 'choices', 'yes'] as const;
  const question = { label: text, kind: 'text', options: [], isRequired: false, isRemoved: false } as const;
  const attendee = {
    user: { id: '019e830e-1a00-7000-8000-000000000001', name: text, username: 'ada', avatar: null },
    ...{ rsvp: 'going', booking: null, via: 'public', since: new Date(0) },
    brings: [{ title: text, quantity: 1 }],
    answers: { text, choices: [text, text], yes: true },
  } as unknown as AttendeeExport;
  return csvOf(
    ids.map((id) => ({ ...question, id }) as unknown as AskedQuestion),
    [attendee],
  );
};

const begins = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'];
const separators = [',', ';', '|', '\t', '\r', '\n', '"'];

t.test('no cell begins a formula, whatever separates cells for the program that reads them', async (t) => {
  const letters = fc.constantFrom(...begins, ...separators, ' ', 'a', "'", '\u00a0');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: letters, maxLength: 8 }), async (text) => {
      for (const cell of (await csvWith(text)).split(/[,;|\t\r\n"]/u))
        if (begins.includes(cell.trimStart().charAt(0))) return false;
      return true;
    }),
    { numRuns: 2_000, examples: [...begins, ...separators.map((one) => `a${one}=cmd`)].map((one) => [one]) },
  );
  t.match(await csvWith('2 = 1+1'), ',2 = 1+1,', 'what begins no cell stays as it is');
});

t.test('blanks take no longer than letters', async (t) => {
  const longest = 500;
  const fastest = async (text: string) => {
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const start = performance.now();
      for (let guest = 0; guest < 20; guest += 1) await csvWith(text);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const usual = await fastest('a'.repeat(longest));
  for (const blank of [' ', '\u3000', '\n', '; '])
    t.ok((await fastest(`a${blank.repeat(longest)}a`)) < 8 * usual, JSON.stringify(blank));
});

t.test('there is one CSV, so that every one is tried', async (t) => {
  const { call } = await openTestApp(t);
  const { paths } = (await call('GET /openapi.json')).body;
  const written = Object.entries(paths).filter(([, operations]) =>
    JSON.stringify(operations).includes('text/csv'),
  );
  t.strictSame(
    written.map(([path]) => path),
    ['/v1/events/{id}/attendees.csv'],
  );
});
