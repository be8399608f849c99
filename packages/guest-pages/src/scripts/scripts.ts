import { hash } from 'node:crypto';
import type { App } from '@event-platform/http';
import { checkInScript } from './check-in-script.ts';
import { nearScript } from './near-script.ts';
import { proofScript } from './proof-script.ts';
import { shareScript } from './share-script.ts';

const scripts = { near: nearScript, proof: proofScript, share: shareScript, 'check-in': checkInScript };

const versionOf = (script: string): string => hash('sha256', script, 'hex').slice(0, 12);

/** The path of a script; it names the content, so that a new version is loaded at once. */
export const scriptPath = (name: keyof typeof scripts): string =>
  `/assets/${name}.js?v=${versionOf(scripts[name])}`;

/** The scripts of pages: none is needed to read a page or to answer, but where a proof of work is asked for. */
export const scriptFiles = async (app: App): Promise<void> => {
  for (const [name, script] of Object.entries(scripts))
    app.get(`/assets/${name}.js`, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=86400')
        .send(script),
    );
};
