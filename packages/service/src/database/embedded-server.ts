import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@event-platform/adapters-postgres/embedded-postgres';
import type { Config } from '../config/config.ts';
import { demoMark } from './demo-mark.ts';

/** Where the messages of the embedded server go, one line each. */
export interface ServerMessages {
  readonly log: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** The embedded server, which starts while the modules of the service load. */
export interface EmbeddedServer {
  /** Whether there was no database before, whose tables are all to be made. */
  readonly isNew: boolean;
  /** Rejects when the server does not start. */
  readonly start: Promise<EmbeddedPostgres>;
  /** Passes on all messages, those from before this call as well. */
  reportTo(messages: ServerMessages): void;
  /** Also while it starts; may be called again. */
  stop(): Promise<void>;
}

export const folderOf = (dataDir: string): string => join(dataDir, 'postgres');

/** Starts the server of the embedded database, and creates the database first where there is none. */
export const startEmbeddedServer = (dataDir: string): EmbeddedServer => {
  const { promise: receiver, resolve: reportTo } = Promise.withResolvers<ServerMessages>();
  const tell = (level: keyof ServerMessages) => (message: string) => {
    receiver.then((messages) => messages[level](message));
  };
  const isNew = !existsSync(folderOf(dataDir));
  const start = startEmbeddedPostgres({ dataDir: folderOf(dataDir), log: tell('log'), warn: tell('warn') });
  return {
    isNew,
    start,
    reportTo,
    stop: () =>
      start.then(
        (server) => server.stop(),
        () => undefined,
      ),
  };
};

/**
 * Starts the embedded server for a service, unless that uses another database, and marks a new database for its demo
 * data. Loads nothing heavy.
 */
export const startServerOf = (
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'demoData'>,
): EmbeddedServer | undefined => {
  if (config.databaseUrl !== undefined) return undefined;
  if (config.demoData === undefined && !existsSync(folderOf(config.dataDir))) {
    try {
      demoMark(config.dataDir).set();
    } catch {
      // The server cannot write to the folder either, and reports it.
    }
  }
  const server = startEmbeddedServer(config.dataDir);
  // `openDatabase` reports it.
  server.start.catch(() => undefined);
  return server;
};
