import { EventPlatformError } from './event-platform-error.ts';
import type { InvitationAccepted } from './generated/types.gen.ts';
import type { CallOptions } from './operation.ts';
import { randomKey } from './random-key.ts';
import type { ReliableStorage, StoredInvitation } from './storage.ts';

/** What became of a kept invitation; without a response it has an error. */
export type InvitationOutcome =
  | { readonly token: string; readonly accepted: InvitationAccepted; readonly error: null }
  | { readonly token: string; readonly accepted: null; readonly error: EventPlatformError };

/** So many are kept at the most; the oldest go first. */
const mostKept = 20;

/** The refusals after which accepting again makes no sense. */
const isFinal = ({ code, status }: EventPlatformError): boolean =>
  status !== null &&
  [400, 403, 404, 409].includes(status) &&
  code !== 'unexpected_response' &&
  code !== 'idempotency_in_progress';

/** The token of an invitation's link, or the token itself. */
const tokenOf = (tokenOrLink: string): string => {
  const [path = ''] = tokenOrLink.split(/[?#]/);
  return path.slice(path.lastIndexOf('/') + 1);
};

/** The invitations that wait for a sign-in. */
export const keptInvitations = (
  storage: ReliableStorage<readonly StoredInvitation[]>,
  accept: (args: { readonly token: string }, options: CallOptions) => Promise<InvitationAccepted>,
) => {
  const drop = async (token: string): Promise<void> => {
    const others = ((await storage.load()) ?? []).filter((value) => value.token !== token);
    await storage.save(others.length > 0 ? others : null);
  };
  return {
    keep: async (tokenOrLink: string): Promise<void> => {
      const token = tokenOf(tokenOrLink);
      if (token === '')
        throw new EventPlatformError('The invitation has no token.', { code: 'invalid_settings' });
      const others = ((await storage.load()) ?? []).filter((value) => value.token !== token);
      await storage.save([...others, { token, idempotencyKey: randomKey() }].slice(-mostKept));
    },
    /** Accepts them all; those that could not be responded stay for the next time. */
    acceptAll: async (): Promise<readonly InvitationOutcome[]> => {
      const outcomes: InvitationOutcome[] = [];
      for (const { token, idempotencyKey } of (await storage.load()) ?? [])
        try {
          const acceptance = await accept({ token }, { idempotencyKey });
          await drop(token);
          outcomes.push({ token, accepted: acceptance, error: null });
        } catch (error) {
          if (!(error instanceof EventPlatformError)) throw error;
          if (isFinal(error)) await drop(token);
          outcomes.push({ token, accepted: null, error });
        }
      return outcomes;
    },
  };
};
