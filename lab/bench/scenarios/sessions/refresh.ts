import type { SessionId } from '@event-platform/domain';
import { postEach } from '../../support/load/http-load.ts';
import { runConcurrently } from '../../support/load/in-flight.ts';
import { addPerson, addSession } from '../../support/load/people.ts';
import { compare } from '../../support/report/compare.ts';
import type { Scenario } from '../../support/report/scenario.ts';
import type { Bench } from '../../support/servers/bench.ts';
import {
  recordStatements,
  replayStatements,
  type Statement,
} from '../../support/servers/recorded-statements.ts';

/** Minimum ratio to the bare driver with the same statements. */
const target = 0.6;
const warmUps = 200;

/** A session with its chain of refresh tokens. */
interface Chain {
  readonly id: SessionId;
  refreshToken: string;
  /** Number of refreshes so far. */
  refreshes: number;
  /** Its last replay: on a busy machine the next one may be due before it is done. */
  replayed: Promise<void>;
}

const addChains = async (bench: Bench, count: number): Promise<readonly Chain[]> => {
  const chains: Chain[] = [];
  await runConcurrently(Array.from({ length: count }), async () => {
    chains.push({
      ...(await addSession(bench, (await addPerson(bench)).id)),
      refreshes: 0,
      replayed: Promise.resolve(),
    });
  });
  return chains;
};

/** Cycles through the chains, so that no chain is refreshed again before its response has arrived. */
const cycleThrough = (chains: readonly Chain[], count: number): readonly Chain[] =>
  Array.from({ length: count }, (_, turn) => chains[turn % chains.length] as Chain);

interface RecordedRefresh {
  readonly statements: readonly Statement[];
  readonly id: SessionId;
}

/** Records the first refresh of a session. */
const recordRefresh = async (bench: Bench): Promise<RecordedRefresh> => {
  const { id } = await addSession(bench, (await addPerson(bench)).id);
  const statements = await recordStatements(() =>
    bench.domain.refreshSession({ sessionId: id, generation: 1 }),
  );
  return { statements, id };
};

/** Replays a refresh; the numbers in its statements are generations. */
const replayRefresh = async (
  { bare }: Bench,
  { statements, id }: RecordedRefresh,
  chain: Chain,
): Promise<void> => {
  const { refreshes } = chain;
  const ofChain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ofChain);
    if (value === id) return chain.id;
    return typeof value === 'number' ? value + refreshes : value;
  };
  await replayStatements(bare, statements, ofChain);
  chain.refreshes += 1;
};

const refresh = ({ service }: Bench, turns: readonly Chain[]) =>
  postEach(
    `${service.url}/v1/auth/refresh`,
    turns,
    ({ refreshToken }) => ({ refreshToken }),
    (chain, body) => {
      chain.refreshToken = (body as { readonly refreshToken: string }).refreshToken;
    },
  );

const measure: Scenario['measure'] = async (bench) => {
  const { rounds, sessions, refreshes } = bench.scale;
  const recorded = await recordRefresh(bench);
  const subjects = await addChains(bench, sessions);
  const others = await addChains(bench, sessions);
  const replay = (count: number) =>
    runConcurrently(cycleThrough(others, count), (chain) => {
      chain.replayed = chain.replayed.then(() => replayRefresh(bench, recorded, chain));
      return chain.replayed;
    });
  await replay(warmUps);
  await refresh(bench, cycleThrough(subjects, warmUps));
  const finding = await compare(
    { rounds, target, rows: `${sessions.toLocaleString('en')} sessions` },
    {
      what: `its ${recorded.statements.length} statements through bare \`pg\``,
      run: () => replay(refreshes),
    },
    { what: '`POST /v1/auth/refresh`', run: () => refresh(bench, cycleThrough(subjects, refreshes)) },
  );
  return [finding];
};

export const refreshScenario: Scenario = {
  name: 'refresh',
  about:
    'Sessions that refresh repeatedly, each with the token of the previous response, compared with the same statements (recorded from the adapters) sent by the driver alone for other sessions.',
  measure,
};
