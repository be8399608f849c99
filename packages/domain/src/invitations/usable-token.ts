import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../problem.ts';
import { isUsable } from './invitation.ts';
import type { TokenHolder } from './invitation-views.ts';

/** What a token that still works stands for. Throws `invitation_not_found`, `invitation_expired`. */
export const usableToken = async (
  { stores, clock }: Pick<Dependencies, 'stores' | 'clock'>,
  token: string,
): Promise<Exclude<TokenHolder, { kind: 'retired' }>> => {
  const holder = await stores.invitationCatalog.byToken(token);
  if (!holder) throw refuse('invitation_not_found');
  if (holder.kind === 'retired') throw refuse('invitation_expired');
  const now = clock.now();
  const usable = holder.kind === 'link' ? now < holder.event.endAt : isUsable(holder.invitation, now);
  if (!usable) throw refuse('invitation_expired');
  return holder;
};
