import { collectDefaultMetrics, Registry } from 'prom-client';
import { databaseMetrics } from './database-metrics.ts';
import { messengerMetrics } from './messenger-metrics.ts';
import type { Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { requestMetrics } from './request-metrics.ts';
import { signInMetrics } from './sign-in-metrics.ts';

/** Counts in a registry of its own and serves it in the Prometheus text format. */
export const openMetrics = (address: { readonly host: string; readonly port: number }): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    onResponseLogged: requestMetrics(registry),
    ...messengerMetrics(registry),
    watchSignIn: (dependencies) => signInMetrics(registry, dependencies),
    watch: (postgres) => databaseMetrics(registry, postgres),
    serve: () =>
      serveMetrics(address, async () => ({ type: registry.contentType, text: await registry.metrics() })),
  };
};
