import { createHash } from 'node:crypto';
import { type App, serviceName } from '../app.ts';

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Lets the page run its own script and that alone; styles are what it makes itself. */
const policyFor = (markup: string): string => {
  const hashes = [...markup.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** The API reference at /docs: one page and one script, both from here; it asks nobody else for anything. */
export const serveApiReference = async (app: App): Promise<void> => {
  // Some megabytes of script: loaded only by those who build an application.
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      const type = String(reply.getHeader('content-type') ?? '');
      if (type.startsWith('text/html') && typeof payload === 'string')
        reply.header('content-security-policy', policyFor(payload));
      if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=3600');
      return payload;
    });
    await docs.register(apiReference, {
      routePrefix: '/docs',
      configuration: {
        url: '../openapi.json',
        pageTitle: serviceName,
        withDefaultFonts: false,
        telemetry: false,
        // Neither tools that leave for the maker's own services nor buttons that offer them.
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
};
