import type { ChallengeId } from '@event-platform/domain';
import { postEach } from '../../support/load/http-load.ts';
import { runConcurrently } from '../../support/load/in-flight.ts';
import { newPhone } from '../../support/load/people.ts';
import { compare } from '../../support/report/compare.ts';
import type { Measured } from '../../support/report/measured.ts';
import type { Scenario } from '../../support/report/scenario.ts';
import type { Bench } from '../../support/servers/bench.ts';
import {
  recordStatements,
  replayStatements,
  type Statement,
} from '../../support/servers/recorded-statements.ts';

/** Minimum ratio to the bare driver with the same statements. */
const target = 0.6;
const warmUps = 64;

/** A phone with an open challenge. */
interface Waiting {
  readonly phone: string;
  readonly requestId: ChallengeId;
  readonly code: string;
}

const startSignIns = async ({ domain, dependencies }: Bench, count: number): Promise<readonly Waiting[]> => {
  const waiting: Waiting[] = [];
  const { codes } = dependencies;
  await runConcurrently(Array.from({ length: count }, newPhone), async (phone) => {
    const { requestId } = await domain.startSignIn({ phone });
    const code = codes.derive({ id: requestId, codeKey: codes.currentKey }, phone);
    waiting.push({ phone, requestId, code });
  });
  return waiting;
};

/** The values in which the statements of two sign-ins differ. */
interface Names extends Pick<Waiting, 'phone' | 'requestId'> {
  readonly userId: string;
  readonly sessionId: string;
  readonly username: string;
}

interface RecordedSignIn {
  readonly statements: readonly Statement[];
  readonly names: Names;
}

const recordSignIn = async (bench: Bench): Promise<RecordedSignIn> => {
  const network = '127.0.0.0/24';
  const [first = raise(), { phone, requestId, code } = raise()] = await startSignIns(bench, 2);
  // The first sign-in from a network adds it; the statements of the others find it.
  await bench.domain.checkCode({ phone: first.phone, code: first.code, network });
  const signedIn: { userId: string; sessionId: string; username: string }[] = [];
  const statements = await recordStatements(async () => {
    const { user, session } = await bench.domain.checkCode({ phone, code, network });
    signedIn.push({ userId: user.id, sessionId: session.id, username: user.username });
  });
  return { statements, names: { phone, requestId, ...(signedIn[0] ?? raise()) } };
};

const raise = (): never => {
  throw new Error('The sign-in to record did not happen');
};

/** Replaces the recorded values wherever they occur in a text, or in the texts of a list. */
const renaming = (from: Names, to: Names) => {
  // Phones are replaced before the blocks of numbers that they begin with.
  const pairs = (Object.keys(to) as (keyof Names)[]).map((key) => [from[key], to[key]] as const);
  const all = [...pairs, [from.phone.slice(0, -4), to.phone.slice(0, -4)] as const];
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    return typeof value === 'string'
      ? all.reduce((text, [old, next]) => text.replaceAll(old, next), value)
      : value;
  };
  return rename;
};

const replaySignIns = (
  { bare, dependencies }: Bench,
  { statements, names }: RecordedSignIn,
  waiting: readonly Waiting[],
): Promise<Measured> =>
  runConcurrently(waiting, ({ phone, requestId }) => {
    const userId = dependencies.ids.next();
    const sessionId = dependencies.ids.next();
    const username = `user-${userId.slice(-12)}`;
    return replayStatements(
      bare,
      statements,
      renaming(names, { phone, requestId, userId, sessionId, username }),
    );
  });

const checkCodes = ({ service }: Bench, waiting: readonly Waiting[]): Promise<Measured> =>
  postEach(`${service.url}/v1/auth/otp/check`, waiting, ({ phone, code }) => ({ phone, code }));

const measure: Scenario['measure'] = async (bench) => {
  const { rounds, signIns } = bench.scale;
  const recorded = await recordSignIn(bench);
  await replaySignIns(bench, recorded, await startSignIns(bench, warmUps));
  await checkCodes(bench, await startSignIns(bench, warmUps));
  const finding = await compare(
    { rounds, target, rows: `${signIns.toLocaleString('en')} phones a run` },
    {
      what: `its ${recorded.statements.length} statements through bare \`pg\``,
      run: async () => replaySignIns(bench, recorded, await startSignIns(bench, signIns)),
    },
    {
      what: '`POST /v1/auth/otp/check`',
      run: async () => checkCodes(bench, await startSignIns(bench, signIns)),
    },
  );
  return [finding];
};

export const otpCheck: Scenario = {
  name: 'otp-check',
  about:
    'First sign-ins of phones with an open challenge, each creating an account and a session, compared with the same statements (recorded from the adapters) sent by the driver alone for other phones.',
  measure,
};
