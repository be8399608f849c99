import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import apiReference from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';
import { type ApiReferenceFiles, type ApiReferenceInput, referenceUrls } from './api-reference-files.ts';
import { apiReferenceStyle } from './api-reference-style.ts';

const { pageTitle } = workerData as ApiReferenceInput;

const docs = fastify();
await docs.register(apiReference, {
  routePrefix: referenceUrls.prefix,
  configuration: {
    url: '../openapi.json',
    pageTitle,
    // Requests go to the origin that served the page, which `connect-src 'self'` allows: localhost and 127.0.0.1 differ.
    servers: [{ url: '/' }],
    withDefaultFonts: false,
    customCss: apiReferenceStyle,
    telemetry: false,
    // No tools or buttons that lead to the services of the library's vendor.
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
});
const page = await docs.inject(referenceUrls.page);
const script = await docs.inject(referenceUrls.script);
/** The library leaves out the language, which screen readers need. */
const markup = page.body.replace('<html>', '<html lang="en">');
const reference: ApiReferenceFiles = { page: markup, gzippedScript: gzipSync(script.rawPayload) };
parentPort?.postMessage(reference);
