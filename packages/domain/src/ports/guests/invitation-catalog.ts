import type { EventId, InvitationId, UserId } from '../../ids.ts';
import type { EventInviteItem, MyInvite, TokenHolder } from '../../invitations/invitation-views.ts';
import type { Page, Paged } from '../../paging.ts';
import type { InvitationMail } from '../messaging/messengers.ts';

/** A mail as it is stored. */
export interface StoredMail extends Omit<InvitationMail, 'unsubscribeToken' | 'language'> {
  /** Of the organizer’s profile: who invites an address shares a language with it. */
  readonly locale: string | null;
}

export interface InvitationCatalog {
  /**
   * The user's own pending, unexpired invitations to events that are not cancelled and whose organizer the user does
   * not block; by the start of the event, then by the invitation's id.
   */
  openOf(user: UserId, page: Page, at: Date): Promise<readonly MyInvite[]>;
  /** The link or invitation of a token, in any state; null for an unknown token. */
  byToken(token: string): Promise<TokenHolder | null>;
  /** Personal invitations of the event, newest first, then by id descending. */
  ofEvent(event: EventId, page: Page, at: Date): Promise<Paged<EventInviteItem>>;
  /** One item of {@link ofEvent}; null for an unknown id. */
  item(id: InvitationId, at: Date): Promise<EventInviteItem | null>;
  /**
   * The content of the mail of one sending; null when it must no longer be sent (closed, sent again, event
   * cancelled, ended or deleted).
   */
  mailOf(id: InvitationId, sending: number, at: Date): Promise<StoredMail | null>;
}
