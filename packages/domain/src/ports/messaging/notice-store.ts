import type { NoticeEvent } from '../../events/notice-event.ts';
import type { EventId, UserId } from '../../ids.ts';
import type {
  ChangedField,
  Notice,
  NoticeContent,
  NoticeSettings,
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
   */
  add(contentId: string, notices: readonly NoticeToAdd[], at: Date): Promise<readonly NoticeToAdd[]>;
  /** The inbox, the newest first, and how many of all notices are unread. */
  list(user: UserId, page: Page): Promise<Paged<Notice> & { readonly unread: number }>;
  /** Marks what is unread and not newer than `before` as read at `at`. */
  markRead(user: UserId, before: Date, at: Date): Promise<void>;
  /** Null when the notice is hidden, when it or the acceptance is gone, or when its user wants no mail. Revoking leaves an acceptance. */
  mailOf(noticeId: string, invitationId: string): Promise<NoticeToMail | null>;
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
  /** One invitation by mail for each address that those users accepted one at, of users who want mail. */
  mailboxes(
    users: readonly UserId[],
  ): Promise<readonly { readonly userId: UserId; readonly invitationId: string; readonly email: string }[]>;
}

/** What users want to hear of, and when. */
export interface NoticeSettingsStore {
  /** The defaults where nothing is stored. */
  of(user: UserId): Promise<NoticeSettings>;
  save(user: UserId, settings: NoticeSettings): Promise<void>;
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
