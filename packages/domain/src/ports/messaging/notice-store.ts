import type { NoticeEvent } from '../../events/notice-event.ts';
import type { EventId, UserId } from '../../ids.ts';
import type {
  ChangedField,
  Notice,
  NoticeContent,
  NoticeSettings,
  NoticeSettingsChange,
  NoticeToAdd,
  Recipients,
} from '../../notices/notice.ts';
import type { Page, Paged } from '../../paging.ts';

/** An event of a series, as a mail about the series names it. */
export interface SeriesDate
  extends Pick<
    NoticeEvent,
    'id' | 'sequence' | 'title' | 'address' | 'startAt' | 'endAt' | 'isAllDay' | 'timeZone'
  > {
  /** As in {@link NoticeToMail}. */
  readonly onlineUrl: string | null;
}

/** Dates of a series, the first ones, and how many there are in all. */
export interface SeriesDates {
  /** An RRULE value. */
  readonly rule: string;
  readonly events: readonly SeriesDate[];
  readonly total: number;
}

/** What a mail about a notice is made of. */
export interface NoticeToMail {
  readonly notice: Notice & { readonly id: string };
  readonly email: string;
  /** Of its user’s profile. */
  readonly locale: string | null;
  /** Of the event, when it still exists. */
  readonly organizerName: string;
  /** Where the event is online, for one who may know it; null otherwise, and when it is cancelled. */
  readonly onlineUrl: string | null;
  /** Of the user's own invitation that a notice tells of and that can be answered; null otherwise. */
  readonly invitationToken: string | null;
  /** Of a notice about a series: the dates from its event on that it concerns and the user is a guest of, if several. */
  readonly seriesDates: SeriesDates | null;
}

/** Inboxes and mails have no notice of an event that is taken down but `toldOfTakenDown` allows, until it is restored. */
export interface NoticeStore {
  /** Keeps the content unless its key is known; returns the one that is kept. */
  open(content: NoticeContent): Promise<NoticeContent>;
  find(contentId: string): Promise<NoticeContent | null>;
  /**
   * Adds a notice for each user with an account who has none of this content; returns those added that they see now. It
   * takes part in the surrounding unit of work.
   * @param isMailOnly of what is told by mail and stands in no inbox; false by default
   */
  add(
    contentId: string,
    notices: readonly NoticeToAdd[],
    at: Date,
    isMailOnly?: boolean,
  ): Promise<readonly NoticeToAdd[]>;
  /** The inbox, the newest first, and how many of all notices are unread. */
  list(user: UserId, page: Page): Promise<Paged<Notice> & { readonly unread: number }>;
  /** Marks what is unread and not newer than `before` as read at `at`. */
  markRead(user: UserId, before: Date, at: Date): Promise<void>;
  /**
   * To the address that accepted an invitation, null for that of the account. Null when the notice is hidden, when it, the acceptance or
   * the account's address is gone, or when its user wants no mail. Revoking leaves an acceptance.
   */
  mailOf(noticeId: string, invitationId: string | null): Promise<NoticeToMail | null>;
  /** Deletes notices and contents from before that instant, a bounded number of rows a call; false when none is left. */
  forget(before: Date): Promise<boolean>;
}

/** Whom notices go to. */
export interface NoticeRecipients {
  /**
   * The recipients among the next `limit` candidates after a user, by id, and the last candidate, or null when there are
   * no more.
   */
  page(
    recipients: Recipients,
    after: UserId | null,
    limit: number,
    at: Date,
  ): Promise<{ readonly users: readonly UserId[]; readonly last: UserId | null }>;
  /**
   * The same for the guests of several events, each once, with the first of the events that they are a guest of.
   */
  pageOfEvents(
    events: readonly EventId[],
    after: UserId | null,
    limit: number,
  ): Promise<{
    readonly guests: readonly { readonly userId: UserId; readonly eventId: EventId }[];
    readonly last: UserId | null;
  }>;
  /** How many there are. */
  count(recipients: Recipients, at: Date): Promise<number>;
  /** Keeps the guests of an event that is about to be deleted, as the list of that id, with the addresses that accepted. */
  keepGuests(listId: string, event: EventId): Promise<void>;
  /**
   * Of these users those who are going to the event, or have booked, and have neither a proven address nor a device that is told of
   * anything at `at`.
   * @param listId of the guests of a deleted event
   */
  withoutAddress(
    users: readonly UserId[],
    event: EventId,
    listId: string | null,
    at: Date,
  ): Promise<readonly UserId[]>;
  /**
   * Where users who want mail get it: at the address of their account, with a null for its invitation; without one at each address that
   * they accepted an invitation at and that is no other account's, with one of its invitations.
   */
  mailboxes(
    users: readonly UserId[],
  ): Promise<
    readonly { readonly userId: UserId; readonly invitationId: string | null; readonly email: string }[]
  >;
}

/** What users want to hear of, and when. */
export interface NoticeSettingsStore {
  /** The defaults where nothing is stored. */
  of(user: UserId): Promise<NoticeSettings>;
  /** Resolves with all settings. */
  save(user: UserId, settings: NoticeSettingsChange): Promise<NoticeSettings>;
}

/** An event whose reminder became due. */
export interface DueReminder {
  readonly eventId: EventId;
  readonly startAt: Date;
  readonly minutes: number;
}

/** What guests will be told of. */
export interface EventEdit {
  /** The values before it. */
  readonly old: Readonly<Record<ChangedField, string>>;
  /** Null for two or more. */
  readonly actorId: UserId | null;
  /** Whether it was postponed before. */
  readonly isResumed: boolean;
}

export interface EventTimers {
  /**
   * The reminders of events that a guest goes to, or has booked, that became due since the last call, though not before
   * `earliest`: of parallel callers one gets them. It takes part in the surrounding unit of work.
   */
  takeReminders(earliest: Date, at: Date): Promise<readonly DueReminder[]>;
  /** Takes the first edit of the window, with what later ones add; null without one. */
  takeEdit(event: EventId): Promise<EventEdit | null>;
}
