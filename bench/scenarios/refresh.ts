import type { SessionId } from '@event-platform/domain';
import type { Bench } from '../support/bench.ts';
import { compare } from '../support/compare.ts';
import { postEach } from '../support/http-load.ts';
import { workThrough } from '../support/in-flight.ts';
import { addPerson, addSession } from '../support/people.ts';
import { recordStatements, replayStatements, type Statement } from '../support/recorded-statements.ts';
import type { Scenario } from '../support/scenario.ts';

/** Of what the bare driver does with the same statements. */
const target = 0.6;
const warmUps = 200;

/** A signed-in device that refreshes again and again. */
interface Chain {
  readonly id: SessionId;
  refreshToken: string;
  /** How often it was refreshed. */
  refreshes: number;
  /** Its last replay: on a busy machine its next turn may come before that is done. */
  replayed: Promise<void>;
}

const addChains = async (bench: Bench, count: number): Promise<readonly Chain[]> => {
  const chains: Chain[] = [];
  await workThrough(Array.from({ length: count }), async () => {
    chains.push({
      ...(await addSession(bench, (await addPerson(bench)).id)),
      refreshes: 0,
      replayed: Promise.resolve(),
    });
  });
  return chains;
};

/** The chains by turns: far enough apart that none is refreshed again before it was answered. */
const turnsOf = (chains: readonly Chain[], count: number): readonly Chain[] =>
  Array.from({ length: count }, (_, turn) => chains[turn % chains.length] as Chain);

interface RecordedRefresh {
  readonly statements: readonly Statement[];
  readonly id: SessionId;
}

/** The first refresh of a session. */
const recordRefresh = async (bench: Bench): Promise<RecordedRefresh> => {
  const { id } = await addSession(bench, (await addPerson(bench)).id);
  const statements = await recordStatements(() =>
    bench.domain.refreshSession({ sessionId: id, generation: 1 }),
  );
  return { statements, id };
};

/** The numbers in the statements are generations. */
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
    (chain, answer) => {
      chain.refreshToken = (answer as { readonly refreshToken: string }).refreshToken;
    },
  );

const measure: Scenario['measure'] = async (bench) => {
  const { rounds, sessions, refreshes } = bench.scale;
  const recorded = await recordRefresh(bench);
  const subjects = await addChains(bench, sessions);
  const others = await addChains(bench, sessions);
  const replay = (count: number) =>
    workThrough(turnsOf(others, count), (chain) => {
      chain.replayed = chain.replayed.then(() => replayRefresh(bench, recorded, chain));
      return chain.replayed;
    });
  await replay(warmUps);
  await refresh(bench, turnsOf(subjects, warmUps));
  const finding = await compare(
    { rounds, target, rows: `${sessions.toLocaleString('en')} sessions` },
    {
      what: `its ${recorded.statements.length} statements through bare \`pg\``,
      run: () => replay(refreshes),
    },
    { what: '`POST /v1/auth/refresh`', run: () => refresh(bench, turnsOf(subjects, refreshes)) },
  );
  return [finding];
};

export const refreshScenario: Scenario = {
  name: 'refresh',
  about:
    'Sessions that refresh again and again with the token of the answer before, against the very same statements (recorded from the adapters) sent by the driver alone on other sessions.',
  measure,
};
