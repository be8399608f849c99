import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../problem.ts';
import type { InvitedEvent } from './invitation-views.ts';
import { usableToken } from './usable-token.ts';

export interface InvitationPreview {
  readonly event: InvitedEvent;
  readonly token: string;
  /** False for a shared link, which cannot be declined. */
  readonly isPersonal: boolean;
  readonly expiresAt: Date;
}

/**
 * The event of an invitation's token, for a web page; a cancelled one too, as its `status` says.
 * Reads only. Throws `invitation_not_found`, `invitation_expired`.
 */
export const readInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ token }: { readonly token: string }): Promise<InvitationPreview> => {
    const holder = await usableToken(dependencies, token);
    const expiresAt = holder.kind === 'link' ? holder.event.endAt : holder.invitation.expiresAt;
    return { event: holder.event, token, isPersonal: holder.kind === 'personal', expiresAt };
  };

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
