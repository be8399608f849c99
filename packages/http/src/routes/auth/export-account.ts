import { Readable } from 'node:stream';
import type { ExportBatch } from '@event-platform/domain';
import { callerOf, originOf } from '../../authenticate.ts';
import { ExportText } from '../../schemas/export.ts';
import { downloadTimeout } from '../../server-options.ts';
import type { Route } from '../route.ts';

export const exportAccount: Route = (app, { clock }) => {
  app.get(
    '/me/export',
    {
      config: {
        cost: 'download',
        auth: 'required',
        handlerTimeout: downloadTimeout,
        problems: ['fresh_sign_in_required'],
      },
      schema: {
        operationId: 'exportAccount',
        tags: ['Profile'],
        summary: 'Export all that is kept about the caller',
        description:
          'One document of any size, which comes as it is read. It needs a session that began by a code within 10 minutes, and is given twice a day.',
        response: { 200: ExportText },
      },
    },
    async (request, reply) => {
      const batches = await request.domain.exportAccount({ ...callerOf(request), origin: originOf(request) });
      reply.type('application/json').header('content-disposition', 'attachment; filename="export.json"');
      // Typed for an object, which would be made as a whole.
      return Readable.from(documentOf(batches, clock.now()), { objectMode: false }) as never;
    },
  );
};

/** The document in pieces, one for each row: no more of it is in memory than what the reader can take. */
async function* documentOf(batches: AsyncIterable<ExportBatch>, at: Date): AsyncGenerator<string> {
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
