import type { Answer, Simulation } from './simulation.ts';
import { solveProof } from './solve-proof.ts';

let phones = 0;

/** A German mobile number that was not used before; each block of 10,000 numbers has a budget of its own. */
export const newPhone = (): string => {
  phones += 1;
  return `+49151${String(10_000_000 + phones * 10_007).padStart(8, '0')}`;
};

export interface SignedIn {
  readonly id: string;
  readonly phone: string;
  readonly token: string;
  readonly refreshToken: string;
}

/** How a caller signs in. */
export interface SignInOptions {
  readonly from: string;
  /** A refresh token that this phone once had. */
  readonly device?: string | undefined;
  /** Whether the caller's app solves proofs of work. */
  readonly solves?: boolean;
}

const start = async (
  service: Simulation,
  phone: string,
  { from, device, solves = false }: SignInOptions,
): Promise<Answer> => {
  const body = { phone, ...(device === undefined ? {} : { device }) };
  const answer = await service.call('POST /v1/auth/otp/start', { from, body });
  if (answer.body.code !== 'proof_required' || !solves) return answer;
  const proof = await solveProof(answer.body.challenge);
  return service.call('POST /v1/auth/otp/start', { from, body: { ...body, proof } });
};

/** Signs in; resolves with the refusal when the service refuses. */
export const trySignIn = async (
  service: Simulation,
  phone: string,
  options: SignInOptions,
): Promise<{ readonly person: SignedIn } | { readonly refused: Answer }> => {
  const started = await start(service, phone, options);
  if (started.status !== 200) return { refused: started };
  const { from, device, solves = false } = options;
  const body = { phone, code: service.codeOf(phone), ...(device === undefined ? {} : { device }) };
  let checked = await service.call('POST /v1/auth/otp/check', { from, body });
  if (checked.body?.code === 'proof_required' && solves) {
    const proof = await solveProof(checked.body.challenge);
    checked = await service.call('POST /v1/auth/otp/check', { from, body: { ...body, proof } });
  }
  if (checked.status !== 200) return { refused: checked };
  const { user, accessToken, refreshToken } = checked.body;
  return { person: { id: user.id, phone, token: accessToken, refreshToken } };
};

/** Signs in, or throws. */
export const signIn = async (
  service: Simulation,
  phone: string,
  options: SignInOptions,
): Promise<SignedIn> => {
  const outcome = await trySignIn(service, phone, options);
  if ('refused' in outcome) {
    const { status, body } = outcome.refused;
    throw new Error(`The sign-in of the setup was refused: ${status} ${body?.code}`);
  }
  return outcome.person;
};

/** In words, for the table: `signs in`, or with what the service refuses. */
export const outcomeOf = async (
  service: Simulation,
  phone: string,
  options: SignInOptions,
): Promise<{ readonly isIn: boolean; readonly words: string }> => {
  const outcome = await trySignIn(service, phone, options);
  if ('person' in outcome) return { isIn: true, words: 'signs in' };
  const { status, body } = outcome.refused;
  return { isIn: false, words: `${status} ${body?.code}${body?.budget ? ` (${body.budget})` : ''}` };
};
