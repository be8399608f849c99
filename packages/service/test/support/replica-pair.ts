import type { Test } from 'tap';
import { openMigratedDatabase } from '../../../adapters-postgres/test-support/test-database.ts';
import { openReplica, type Replica, replicaVariables } from './replica.ts';
import type { Variables } from './service-process.ts';

/** Two replicas on one database. */
export interface ReplicaPair {
  readonly replicas: readonly [Replica, Replica];
  readonly databaseUrl: string;
  /** What both were started with. */
  readonly variables: Variables;
  /** Phones of a test's own, whose code is 1234. */
  phones(count: number): readonly string[];
}

const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

export const startReplicaPair = async (t: Test): Promise<ReplicaPair> => {
  const database = await openMigratedDatabase(t);
  const phones = Array.from({ length: 9 }, (_, number) => `+1555000111${number}`);
  const variables = {
    ...replicaVariables(),
    DATABASE_URL: database.url,
    TEST_PHONES: `${phones.map((phone) => `${phone}=1234`).join(',')};until=${until}`,
    LOG_LEVEL: 'silent',
  };
  const replicas = await Promise.all([openReplica(t, variables), openReplica(t, variables)]);
  return {
    replicas,
    databaseUrl: database.url,
    variables,
    phones: (count) => phones.splice(0, count),
  };
};
