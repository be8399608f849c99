import { Migration } from '@mikro-orm/migrations';

/** The characters that `text.ts` of the domain refuses: in one line, and in several. */
const inLine = String.raw`[\u0001-\u001f\u007f-\u009f\u2028\u2029]`;
const inLines = String.raw`[\u0001-\u0008\u000b-\u001f\u007f-\u009f]`;
const lineBreak = String.raw`\r\n|[\r\u000b\u000c\u0085]`;
const bidi = String.raw`[\u202a-\u202e\u2066-\u2069]`;
/** The marks that people heap up; the server has no class of all marks. */
const marks = String.raw`([\u0300-\u036f]{30})[\u0300-\u036f]+`;

const replaced = (text: string, pattern: string, replacement: string): string =>
  `regexp_replace(${text}, '${pattern}', ${replacement}, 'g')`;
const withFewMarks = (text: string): string => replaced(text, marks, String.raw`'\1'`);

interface TextColumn {
  readonly name: string;
  /** What makes it unclean. */
  readonly pattern: string;
  readonly cleaned: string;
}

const line = (name: string): TextColumn => ({
  name,
  pattern: `${inLine}|${bidi}|${marks}`,
  cleaned: `btrim(${withFewMarks(replaced(replaced(name, bidi, "''"), `${inLine}+`, "' '"))})`,
});
/** A line that must not be blank. */
const title = (name: string): TextColumn => ({
  ...line(name),
  cleaned: `coalesce(nullif(${line(name).cleaned}, ''), '-')`,
});
const lines = (name: string): TextColumn => ({
  name,
  pattern: `${inLines}|${marks}`,
  cleaned: withFewMarks(replaced(replaced(name, lineBreak, 'chr(10)'), inLines, "''")),
});

const rowsInBatch = 5_000;

/**
 * Brings texts that were stored before under the rules for new ones, so that a change of another field is not refused
 * for them. It commits after each few thousand rows, so that no writer waits for long.
 */
export class CleanTexts extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.clean('event', title('title'), title('address'), lines('description'));
    this.clean('app_user', line('name'), line('city'), lines('bio'));
    this.clean('circle', title('name'));
  }

  private clean(table: string, ...columns: readonly TextColumn[]): void {
    const changes = columns.map(({ name, cleaned }) => `${name} = ${cleaned}`).join(', ');
    const isUnclean = columns.map(({ name, pattern }) => `${name} ~ '${pattern}'`).join(' or ');
    this.addSql(`do $$
      declare
        past uuid := '00000000-0000-0000-0000-000000000000';
        until uuid;
      begin
        loop
          select id into until from (
            select id from ${table} where id > past order by id limit ${rowsInBatch}
          ) batch order by id desc limit 1;
          exit when until is null;
          update ${table} set ${changes} where id > past and id <= until and (${isUnclean});
          commit;
          past := until;
        end loop;
      end $$`);
  }
}
