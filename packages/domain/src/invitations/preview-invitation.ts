import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../problem.ts';
import type { InvitedEvent, TokenHolder } from './invitation-views.ts';
import { usableToken } from './usable-token.ts';

export interface InvitationPreview {
  readonly event: InvitedEvent;
  readonly token: string;
  /** False for a shared link, which cannot be declined. */
  readonly isPersonal: boolean;
  readonly expiresAt: Date;
}

/** What the holder of a token that still works may see. */
export const previewOf = (
  holder: Exclude<TokenHolder, { kind: 'retired' }>,
  token: string,
): InvitationPreview => ({
  event: holder.event,
  token,
  isPersonal: holder.kind === 'personal',
  expiresAt: holder.kind === 'link' ? holder.event.endAt : holder.invitation.expiresAt,
});

/**
 * The event of an invitation's token, for a web page; a cancelled one too, as its `status` says.
 * Reads only. Throws `invitation_not_found`, `invitation_expired`.
 */
export const readInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ token }: { readonly token: string }): Promise<InvitationPreview> =>
    previewOf(await usableToken(dependencies, token), token);

/**
 * What a guest sees before joining; reads only. Throws `invitation_not_found`, `invitation_expired` (also for
 * a cancelled event).
 */
export const previewInvitation = (dependencies: Pick<Dependencies, 'stores' | 'clock'>) => {
  const read = readInvitation(dependencies);
  return async (command: { readonly token: string }): Promise<InvitationPreview> => {
    const preview = await read(command);
    if (preview.event.status === 'cancelled') throw refuse('invitation_expired');
    return preview;
  };
};
