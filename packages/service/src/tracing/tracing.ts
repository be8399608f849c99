import type { App } from '@event-platform/http';

/** Traces requests and their statements. */
export interface Tracing {
  /** Instruments an application that has no plugin and no route yet. */
  readonly instrument: ((app: App) => Promise<void>) | undefined;
  /** Exports the remaining spans. */
  close(): Promise<void>;
}
