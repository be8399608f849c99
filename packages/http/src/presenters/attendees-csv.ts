import type { AnswerValue, AskedQuestion, AttendeeExport } from '@event-platform/domain';
import { stringify } from 'csv-stringify/sync';

export const csvMediaType = 'text/csv; charset=utf-8; header=present';

const columns = [
  'userId',
  'name',
  'username',
  'rsvp',
  'booking',
  'quantity',
  'position',
  'via',
  'since',
  'brings',
] as const;

const cellsOf = (
  { user, rsvp, booking, via, since, brings, answers }: AttendeeExport,
  questions: readonly AskedQuestion[],
) => [
  user.id,
  user.name.replace(laterFormula, "'"),
  user.username,
  rsvp,
  booking?.status,
  booking?.quantity,
  booking?.position,
  via,
  since.toISOString(),
  brings.map(({ title, quantity }) => `${quantity} × ${title.replace(laterFormula, "'")}`).join('; '),
  ...questions.map(({ id }) => answerText(answers[id])),
];

const answerText = (value: AnswerValue | undefined): string => {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return (typeof value === 'string' ? value : value.join('; ')).replace(laterFormula, "'");
};

/**
 * A part of a cell that a program with another separator would take for a cell of its own, with a formula in it. LibreOffice
 * separates at tabs too; where the separator is a semicolon, the quotes around lines begin no cell and protect nothing.
 * What begins a formula is looked for first: looking back over blanks from each place among them would take their square.
 */
const laterFormula = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^\s|[;,|"\t\r\n])\s*)/gu;

const format = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // Without it a line feed alone, which ends no record here, would stand unquoted.
  quoted_match: /[\r\n]/,
} as const;

/**
 * Attendees as UTF-8 CSV (RFC 4180) with its mark and a header, a part for each page. What a spreadsheet would take for a formula has an
 * apostrophe before it, at the beginning of a cell and after separators within it (OWASP, CSV injection).
 */
export async function* attendeesCsv(
  questions: readonly AskedQuestion[],
  pages: AsyncIterable<readonly AttendeeExport[]>,
): AsyncGenerator<string> {
  const header = [...columns, ...questions.map(({ label }) => label.replace(laterFormula, "'"))];
  // Excel reads UTF-8 only behind its mark.
  yield stringify([header], { ...format, bom: true });
  for await (const page of pages)
    yield stringify(
      page.map((one) => cellsOf(one, questions)),
      format,
    );
}
