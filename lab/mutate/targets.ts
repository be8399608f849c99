/** A folder whose code is mutated, the tests that must notice, and the share of mutants that must die. */
export interface Target {
  readonly name: string;
  /** A folder, from the root of the repository. */
  readonly sources: string;
  /** Files and folders of it that are left as they are. */
  readonly without: readonly string[];
  readonly tests: string;
  /** Percent over all of `sources`; null: the target runs only when it is named, and nothing is required of it. */
  readonly floor: number | null;
  /** Files of which every mutant must die. */
  readonly flawless: readonly string[];
  /** Whether tests wait for timers or sockets; otherwise they wait for promises alone. */
  readonly waitsForEvents?: boolean;
  /** Whether tests need a database server; one is started for all of them. */
  readonly needsDatabase?: boolean;
  /** Tests of one mutant take at most so long together, in ms without a mutant; absent: all run. */
  readonly msPerMutant?: number;
}

export const targets: readonly Target[] = [
  {
    name: 'domain',
    sources: 'packages/domain/src',
    without: [],
    tests: 'packages/domain/test/**/*.test.ts',
    floor: 92,
    flawless: [
      'packages/domain/src/events/visibility.ts',
      'packages/domain/src/invitations/managed-invitation.ts',
      'packages/domain/src/invitations/resend-invitation.ts',
      'packages/domain/src/invitations/revoke-invitation.ts',
      'packages/domain/src/sessions/session.ts',
      'packages/domain/src/sign-in/sign-in-record.ts',
    ],
  },
  {
    name: 'memory',
    sources: 'packages/domain/memory',
    // What no contract is about: the clock, sources of ids and secrets, the audit log, and their assembly for tests.
    without: [
      'packages/domain/memory/memory-audit-log.ts',
      'packages/domain/memory/memory-sources.ts',
      'packages/domain/memory/memory-world.ts',
    ],
    tests: 'packages/domain/test/contracts.test.ts',
    floor: 95,
    flawless: [],
  },
  {
    name: 'http',
    sources: 'packages/http/src',
    // Prose.
    without: [
      'packages/http/src/openapi/openapi-introduction.ts',
      'packages/http/src/problems/problem-texts.ts',
    ],
    tests: 'packages/http/test/**/*.test.ts',
    floor: null,
    flawless: [],
    waitsForEvents: true,
  },
  {
    name: 'pages',
    sources: 'packages/guest-pages/src',
    // Prose and pictures.
    without: [
      'packages/guest-pages/src/style/cover-picture.ts',
      'packages/guest-pages/src/style/favicon.ts',
      'packages/guest-pages/src/texts/',
    ],
    tests: 'packages/guest-pages/test/**/*.test.ts',
    floor: null,
    flawless: [],
    waitsForEvents: true,
  },
  {
    name: 'postgres',
    sources: 'packages/adapters-postgres/src',
    // What no contract is about: servers, connections, migrations and sweeping.
    without: [
      'packages/adapters-postgres/src/applied-migrations.ts',
      'packages/adapters-postgres/src/connection/',
      'packages/adapters-postgres/src/accelerators/listing-index/thread/index-thread.ts',
      'packages/adapters-postgres/src/embedded-postgres/',
      'packages/adapters-postgres/src/mail/queue-tables.ts',
      'packages/adapters-postgres/src/migrate.ts',
      'packages/adapters-postgres/src/accelerators/standbys/',
      'packages/adapters-postgres/src/sweep.ts',
      'packages/adapters-postgres/src/tables/',
    ],
    tests:
      'packages/adapters-postgres/test/{contracts.test.ts,!(connection|embedded-postgres|accelerators)/**/*.test.ts}',
    floor: null,
    flawless: [],
    waitsForEvents: true,
    needsDatabase: true,
    msPerMutant: 30_000,
  },
];
