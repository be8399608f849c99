import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../problem.ts';

/** The token in the link of a mail. */
export interface Unsubscribe {
  readonly token: string;
}

/** Stops all mail to the mailbox of the token; repeating it changes nothing. Throws `not_found`. */
export const unsubscribe =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'mailboxKeys'>) =>
  async (command: Unsubscribe): Promise<void> => {
    const key = await keyOf(dependencies, command);
    await dependencies.stores.suppressions.add(key, dependencies.clock.now());
  };

/** Resolves for a token that {@link unsubscribe} takes; reads only. Throws `not_found`. */
export const checkUnsubscribe =
  (dependencies: Pick<Dependencies, 'mailboxKeys'>) =>
  async (query: Unsubscribe): Promise<void> => {
    await keyOf(dependencies, query);
  };

const keyOf = async (
  { mailboxKeys }: Pick<Dependencies, 'mailboxKeys'>,
  { token }: Unsubscribe,
): Promise<string> => {
  const key = await mailboxKeys.keyIn(token);
  if (key === null) throw refuse('not_found');
  return key;
};
