import { refuse } from '@event-platform/domain';
import { Type } from 'typebox';
import type { App } from '../app.ts';
import { statusOf, wireCodes } from './problem-codes.ts';
import { problemTexts } from './texts/problem-texts.ts';

/** What the `type` of a problem leads to, as plain text, where no pages are served. */
export const problemExplanations = async (app: App): Promise<void> => {
  app.get('/problems', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .send(wireCodes.map((code) => `${code} (${statusOf[code]}): ${problemTexts[code].title}\n`).join('')),
  );
  app.get(
    '/problems/:code',
    { schema: { params: Type.Object({ code: Type.String() }) } },
    async (request, reply) => {
      const code = wireCodes.find((wireCode) => wireCode === request.params.code);
      if (!code) throw refuse('not_found');
      const { title, meaning } = problemTexts[code];
      return reply
        .header('cache-control', 'public, max-age=300')
        .send(`${title}\n\n${meaning}\n\n${code}, status ${statusOf[code]}\n`);
    },
  );
};
