import type { Dependencies } from '../../dependencies.ts';
import { changeSignIn } from '../change-sign-in.ts';
import type { Attempt } from '../code/code-state.ts';
import { transition, transitions } from '../code/transitions.ts';
import { acceptProof } from '../proof.ts';
import { areGuessesSpent, chargeGuess, countProven, guessGuard } from './guess-budgets.ts';

/** A guess of a caller without a known device. */
export interface GuessToAdmit {
  /** In E.164 form. */
  readonly phone: string;
  readonly wideNetwork: string;
  readonly proof?: string | undefined;
}

/**
 * Admits a counted guess by the budgets of all phones: `charged` to them, `free` of them, or `refused`, which gives it
 * back to the phone's budget. While they are spent a proof of work admits it: they bound a caller who tries all phones,
 * and must not refuse an owner's right code. A phone without an account holds nothing to find and is charged nothing,
 * but is asked for the same proof: no caller learns which phones have one.
 */
export const admitGuess = async (
  dependencies: Pick<Dependencies, 'stores' | 'proofOfWork' | 'clock'>,
  { phone, wideNetwork, proof }: GuessToAdmit,
  guess: Attempt,
  hasAccount: boolean,
): Promise<'charged' | 'free' | 'refused'> => {
  const { stores, clock } = dependencies;
  if (hasAccount && (await chargeGuess(stores.quotas, guess, wideNetwork))) return 'charged';
  if (!hasAccount && !(await areGuessesSpent(stores.quotas, guess, wideNetwork))) return 'free';
  const guards = [await guessGuard(stores.quotas, guess)];
  if (proof !== undefined && (await acceptProof(dependencies, phone, proof, guards, clock.now()))) {
    await countProven(stores.quotas, guess);
    return 'free';
  }
  await changeSignIn(stores.signIns, phone, (record) =>
    transition(transitions.guessNotAdmitted, record, guess),
  );
  return 'refused';
};
