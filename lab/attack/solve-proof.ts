import { type createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

type Challenge = Awaited<ReturnType<typeof createChallenge>>;

/** Solves a challenge as ALTCHA's widget does in a browser, and encodes challenge and solution as its payload. */
export const solveProof = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The proof of work was not solved');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};
