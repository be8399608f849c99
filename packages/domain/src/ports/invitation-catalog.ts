import type { EventId, InvitationId, UserId } from '../ids.ts';
import type { EventInviteItem, MyInvite, TokenHolder } from '../invitations/invitation-views.ts';
import type { Page, Paged } from '../paging.ts';
import type { InvitationMail } from './messengers.ts';

export interface InvitationCatalog {
  /** The user's own pending, unexpired invitations to events that are not cancelled; newest first, then by id. */
  openOf(user: UserId, at: Date): Promise<readonly MyInvite[]>;
  /** What a token stands for, whatever state it is in; null for one that never was. */
  byToken(token: string): Promise<TokenHolder | null>;
  /** Personal invitations of the event, newest first, then by id descending. */
  ofEvent(event: EventId, page: Page, at: Date): Promise<Paged<EventInviteItem>>;
  /** One of {@link ofEvent}'s lines; null for an unknown id. */
  item(id: InvitationId, at: Date): Promise<EventInviteItem | null>;
  /** What the mail of that sending must say; null when it must no longer be sent (closed, re-sent, event cancelled, ended or gone). */
  mailOf(id: InvitationId, sending: number, at: Date): Promise<InvitationMail | null>;
}
