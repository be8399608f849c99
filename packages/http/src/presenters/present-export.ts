import type { ExportBatch } from '@event-platform/domain';

/** An export in pieces, one for each row: no more of it is in memory than what the reader can take. */
export async function* presentExport(batches: AsyncIterable<ExportBatch>, at: Date): AsyncGenerator<string> {
  let section: string | undefined;
  let isFirstRow = true;
  yield `{"exportedAt":${JSON.stringify(at)}`;
  for await (const batch of batches) {
    if (batch.section !== section) {
      yield `${section === undefined ? '' : ']'},\n${JSON.stringify(batch.section)}:[`;
      section = batch.section;
      isFirstRow = true;
    }
    for (const row of batch.rows) {
      yield `${isFirstRow ? '\n' : ',\n'}${JSON.stringify(row)}`;
      isFirstRow = false;
    }
  }
  yield ']}\n';
}
