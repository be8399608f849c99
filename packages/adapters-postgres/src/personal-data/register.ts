import type { ExportSection } from '@event-platform/domain';

/** What becomes of rows when the account is erased. */
type Erasure =
  /** Deleted by their person columns alone. */
  | 'deleted'
  /** Deleted or emptied by statements of their own (`postgres-user-store.ts`). */
  | 'special';

/** One table with data of people: what it is for, and what the export and the erasure do with it. */
export interface PersonalTable {
  readonly table: string;
  /** Why it is kept, who sees it and for how long: the rows of `docs/privacy.md`. */
  readonly purpose: string;
  readonly seenBy: string;
  readonly keptFor: string;
  /** Every column that refers to a person. */
  readonly persons: readonly string[];
  readonly erasure: Erasure;
  /** The person columns whose rows outlive the account for 90 days, for a new account of the phone. */
  readonly outlives?: readonly string[];
  /** The section of the export with the rows of the person in the column `by`; null for none, with the reason. */
  readonly exported:
    | { readonly section: ExportSection; readonly by: string; readonly key: string }
    | { readonly not: string };
  /** The columns that are exported. */
  readonly columns: readonly string[];
  /** All other columns, and why they are not. */
  readonly withheld: Readonly<Record<string, string>>;
}

const themselves = 'the person';
const others = 'what the interface shows them of others is theirs';
const account = 'as long as the account';
const id = 'names the account itself, which the profile holds';
const token = 'a secret that opens something';

/** Every table with data of people. `personal-data.test.ts` compares it with the schema, column by column. */
export const personalData: readonly PersonalTable[] = [
  {
    ...{
      table: 'app_user',
      purpose: 'the account',
      seenBy: 'the person; name, username and picture everybody',
    },
    ...{ keptFor: 'until it is erased; then an empty row keeps events in order' },
    ...{ persons: ['id'], erasure: 'special', exported: { section: 'profile', by: 'id', key: 'id' } },
    columns: [
      'id',
      'phone',
      'name',
      'username',
      'avatar',
      'bio',
      'role',
      'city',
      'peaces_balance',
      'created_at',
      'suspended_at',
      'suspension_reason',
    ],
    withheld: { erased_at: 'null while there is an account' },
  },
  {
    ...{ table: 'sign_in', purpose: 'limits of SMS and guesses for a phone', seenBy: 'no user' },
    ...{ keptFor: '90 days; after an erasure under a keyed hash of the phone' },
    ...{
      persons: ['phone'],
      erasure: 'special',
      exported: { not: 'the domain exports it as `signIns`' },
      columns: [],
    },
    withheld: {
      phone: 'in the profile',
      version: 'counts writes',
      record: 'exported as `signIns`, but for the current code',
      updated_at: 'when the record is deleted follows from it',
    },
  },
  {
    ...{
      table: 'erased_account',
      purpose: 'that erasing ends no removal, block or limit',
      seenBy: 'no user',
      keptFor: '90 days after an erasure, under a keyed hash of the phone',
    },
    ...{
      persons: ['phone', 'user_id'],
      erasure: 'special',
      exported: { not: 'there is none while there is an account' },
      columns: [],
    },
    withheld: { phone: 'a keyed hash', user_id: 'of the erased account', erased_at: 'when' },
  },
  {
    ...{
      table: 'session',
      purpose: 'signed-in devices',
      seenBy: 'the person, operators',
      keptFor: 'until deleted with the account row',
    },
    ...{
      persons: ['user_id'],
      erasure: 'special',
      exported: { section: 'sessions', by: 'user_id', key: 'id' },
    },
    columns: ['id', 'device', 'created_at', 'refreshed_at', 'last_used_at', 'ended_at'],
    withheld: {
      user_id: id,
      generation: 'counts refreshes',
      confirmed: 'whether the last refresh arrived',
      strict: 'how refreshes are checked',
      exchange_keys: 'hashes of keys that prove a refresh',
    },
  },
  {
    ...{
      table: 'event',
      purpose: 'events',
      seenBy: 'everybody, or the invited; taken down the organizer alone',
    },
    ...{
      keptFor: 'until the organizer deletes it; after an erasure without a name, cancelled if it is to come',
    },
    ...{
      persons: ['organizer_id'],
      erasure: 'special',
      exported: { section: 'eventsOrganized', by: 'organizer_id', key: 'id' },
    },
    columns: [
      'id',
      'title',
      'description',
      'cover_url',
      'start_at',
      'end_at',
      'address',
      'lat',
      'lng',
      'time_zone',
      'category',
      'price_minor',
      'capacity',
      'max_per_booking',
      'rsvp_until',
      'has_waitlist',
      'attendance',
      'online_url',
      'visibility',
      'status',
      'template',
      'enabled_modules',
      'source_key',
      'created_at',
      'updated_at',
      'take_down',
      'series_id',
      'series_date',
      'is_detached',
    ],
    withheld: {
      organizer_id: id,
      is_time_zone_given: 'how the time zone was found',
      sequence: 'counts changes',
      words: 'derived from title and description',
      is_live: 'derived from the end',
      cell: 'derived from the place',
    },
  },
  {
    ...{
      table: 'event_series',
      purpose: 'series of events',
      seenBy: 'those who see one of its events',
      keptFor: 'as long as its events; after an erasure without a name, cancelled',
    },
    ...{
      persons: ['organizer_id'],
      erasure: 'special',
      exported: { section: 'seriesOrganized', by: 'organizer_id', key: 'id' },
    },
    columns: [
      'id',
      'rule',
      'first_date',
      'time_of_day',
      'duration',
      'time_zone',
      'draft',
      'is_cancelled',
      'source_key',
      'created_at',
    ],
    withheld: {
      organizer_id: id,
      made_through: 'how far events are made',
      extend_at: 'when more are made',
    },
  },
  {
    ...{
      table: 'series_rsvp',
      purpose: 'RSVPs to series',
      seenBy: themselves,
      keptFor: 'until cleared',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'seriesRsvps', by: 'user_id', key: 'series_id' },
    },
    ...{ columns: ['series_id', 'state', 'responded_at'], withheld: { user_id: id } },
  },
  {
    ...{
      table: 'event_admin',
      purpose: 'who administers an event',
      seenBy: 'its organizer',
      keptFor: 'until taken back',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'eventsAdministered', by: 'user_id', key: 'event_id' },
    },
    ...{ columns: ['event_id'], withheld: { user_id: id } },
  },
  {
    ...{
      table: 'rsvp',
      purpose: 'RSVPs',
      seenBy: 'organizer and admins; everybody as a count',
      keptFor: 'until cleared, or the event is deleted',
    },
    ...{
      persons: ['user_id'],
      erasure: 'special',
      exported: { section: 'rsvps', by: 'user_id', key: 'event_id' },
    },
    columns: ['event_id', 'state', 'responded_at'],
    withheld: { user_id: id, prev_state: 'keeps counts exact' },
  },
  {
    ...{
      table: 'saved',
      purpose: 'saved events',
      seenBy: themselves,
      keptFor: 'until unsaved, or the event is deleted',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'saved', by: 'user_id', key: 'event_id' },
    },
    ...{ columns: ['event_id', 'saved_at'], withheld: { user_id: id } },
  },
  {
    ...{
      table: 'booking',
      purpose: 'bookings',
      seenBy: 'the person, organizer and admins; everybody as a count',
      keptFor: account,
    },
    ...{
      persons: ['user_id'],
      erasure: 'special',
      exported: { section: 'bookings', by: 'user_id', key: 'id' },
    },
    columns: ['id', 'event_id', 'quantity', 'status', 'created_at', 'checked_in_at'],
    withheld: { user_id: id, place: 'orders the queue', code: token },
  },
  {
    ...{
      table: 'answer',
      purpose: 'what a guest answers to the questions of an event',
      seenBy: 'the person, and who manages the event',
      keptFor: 'until neither RSVP nor booking is left',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'answers', by: 'user_id', key: 'question_id' },
    },
    ...{
      columns: ['event_id', 'question_id', 'value'],
      withheld: { user_id: id },
    },
  },
  {
    ...{
      table: 'bring_claim',
      purpose: 'who brings what',
      seenBy: 'those with a tie to the event',
      keptFor: 'until released, or the booking and RSVP end',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'claims', by: 'user_id', key: 'item_id' },
    },
    ...{ columns: ['event_id', 'item_id', 'quantity'], withheld: { user_id: id } },
  },
  {
    ...{
      table: 'invitation',
      purpose: 'invitations',
      seenBy: 'the invited; organizer and admins',
      keptFor: 'until the event is deleted',
    },
    ...{
      persons: ['user_id', 'accepted_by'],
      erasure: 'deleted',
      exported: { section: 'invitationsReceived', by: 'user_id', key: 'id' },
    },
    columns: [
      'id',
      'event_id',
      'kind',
      'email',
      'state',
      'delivery',
      'sent_at',
      'created_at',
      'expires_at',
      'accepted_at',
    ],
    withheld: {
      user_id: id,
      accepted_by: id,
      token,
      former_token: token,
      sending: 'counts mails',
    },
  },
  {
    ...{
      table: 'link_join',
      purpose: 'who joined by a shared link',
      seenBy: 'organizer and admins',
      keptFor: 'until removed, or the event is deleted',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'linksJoined', by: 'user_id', key: 'event_id' },
    },
    ...{ columns: ['event_id', 'joined_at'], withheld: { user_id: id } },
  },
  {
    ...{
      table: 'removed_guest',
      purpose: 'who was removed from an event',
      seenBy: 'no user; an RSVP is refused',
      keptFor: 'until invited again, or the event is deleted; 90 days after an erasure',
    },
    ...{
      persons: ['user_id'],
      outlives: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'eventsRemovedFrom', by: 'user_id', key: 'event_id' },
    },
    ...{ columns: ['event_id', 'removed_at'], withheld: { user_id: id } },
  },
  {
    ...{ table: 'circle', purpose: 'groups to invite', seenBy: themselves, keptFor: 'until deleted' },
    ...{
      persons: ['owner_id'],
      erasure: 'special',
      exported: { section: 'circles', by: 'owner_id', key: 'id' },
    },
    ...{ columns: ['id', 'name', 'created_at'], withheld: { owner_id: id } },
  },
  {
    ...{
      table: 'circle_member',
      purpose: 'members of circles',
      seenBy: 'the owner of the circle alone',
      keptFor: 'until removed',
    },
    ...{ persons: ['user_id'], erasure: 'special' },
    exported: { not: 'whose circles one is in, is theirs; the owner gets the members as `circleMembers`' },
    ...{ columns: [], withheld: { circle_id: 'the owner’s', user_id: 'the owner’s' } },
  },
  {
    ...{
      table: 'blocked_user',
      purpose: 'people whose invitations are not wanted',
      seenBy: themselves,
      keptFor: 'until unblocked; 90 days after an erasure of the blocked',
    },
    ...{
      persons: ['user_id', 'blocked_id'],
      outlives: ['blocked_id'],
      erasure: 'deleted',
      exported: { section: 'blockedUsers', by: 'user_id', key: 'blocked_id' },
    },
    ...{
      columns: ['blocked_id'],
      withheld: { user_id: `${id}; who blocks a person is not told: ${others}` },
    },
  },
  {
    ...{
      table: 'calendar_feed',
      purpose: 'the address of the calendar feed',
      seenBy: themselves,
      keptFor: account,
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'calendarFeed', by: 'user_id', key: 'user_id' },
    },
    ...{ columns: ['user_id'], withheld: { token } },
  },
  {
    ...{
      table: 'report',
      purpose: 'reports of events and people',
      seenBy: 'operators',
      keptFor: 'until the reporter or the reported is erased',
    },
    ...{
      persons: ['reporter_id', 'target_id'],
      erasure: 'deleted',
      exported: { section: 'reportsMade', by: 'reporter_id', key: 'id' },
    },
    columns: ['id', 'target_kind', 'target_id', 'reason', 'text', 'reported_at'],
    withheld: {
      reporter_id: `${id}; the reported learn nothing`,
      action: 'the operator’s decision about others',
      note: 'the operator’s decision about others',
      closed_at: 'the operator’s decision about others',
    },
  },
  {
    ...{
      table: 'notice',
      purpose: 'what the person was told',
      seenBy: themselves,
      keptFor: '90 days',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'notices', by: 'user_id', key: 'id' },
    },
    ...{ columns: ['id', 'content_id', 'created_at', 'read_at'], withheld: { user_id: id } },
  },
  {
    ...{
      table: 'notice_settings',
      purpose: 'what the person wants to be told, and when',
      seenBy: themselves,
      keptFor: account,
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { section: 'noticeSettings', by: 'user_id', key: 'user_id' },
    },
    ...{ columns: ['email', 'reminders'], withheld: { user_id: id } },
  },
  {
    ...{
      table: 'announcement',
      purpose: 'messages of managers to guests',
      seenBy: 'those with a tie to the event',
      keptFor: 'until the event is deleted',
    },
    ...{
      persons: ['author_id'],
      erasure: 'special',
      exported: { section: 'announcements', by: 'author_id', key: 'id' },
    },
    ...{ columns: ['id', 'event_id', 'body', 'groups', 'created_at'], withheld: { author_id: id } },
  },
  {
    ...{
      table: 'webhook',
      purpose: 'endpoints that hear of changes',
      seenBy: themselves,
      keptFor: 'until deleted',
    },
    ...{
      persons: ['owner_id'],
      erasure: 'special',
      exported: { section: 'webhooks', by: 'owner_id', key: 'id' },
    },
    columns: ['id', 'url', 'types', 'event_id', 'is_enabled', 'created_at'],
    withheld: {
      owner_id: id,
      generation: 'counts rotations of the secret',
      rotated_at: 'until when the former secret signs',
      failing_since: 'when the endpoint is disabled follows from it',
    },
  },
  {
    ...{
      table: 'outbox',
      purpose: 'changes that others are told of',
      seenBy: 'no user',
      keptFor: 'until they are told, seconds as a rule',
    },
    ...{
      persons: ['user_id', 'actor_id'],
      erasure: 'special',
      exported: { not: 'ids on their way to others' },
      columns: [],
    },
    withheld: {
      id: 'of the message',
      kind: 'what happened',
      event_id: 'where',
      user_id: id,
      actor_id: id,
      data: 'ids and counts',
      at: 'when',
      due_at: 'when it is told',
    },
  },
  {
    ...{
      table: 'event_edit',
      purpose: 'the former times and place of an event that was just changed',
      seenBy: 'no user',
      keptFor: 'five minutes',
    },
    ...{
      persons: ['actor_id'],
      erasure: 'special',
      exported: { not: 'about the event' },
      columns: [],
    },
    withheld: {
      event_id: 'which event',
      start_at: 'of the event',
      end_at: 'of the event',
      time_zone: 'of the event',
      address: 'of the event',
      actor_id: id,
    },
  },
  {
    ...{
      table: 'former_manager',
      purpose: 'who managed a deleted event, until their webhooks are told',
      seenBy: 'no user',
      keptFor: 'three days',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { not: 'on its way to the webhooks' },
      columns: [],
    },
    withheld: { event_id: 'which event', user_id: id, kept_at: 'when the event was deleted' },
  },
  {
    ...{
      table: 'guest_list',
      purpose: 'the guests of a deleted event, with the address that accepted, until they are told',
      seenBy: 'no user',
      keptFor: 'three days',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { not: 'on its way to the notices' },
      columns: [],
    },
    withheld: { list_id: 'names the list', user_id: id, invitation_id: id, email: 'as in the invitation' },
  },
  {
    ...{
      table: 'stored_response',
      purpose: 'responses to repeated requests',
      seenBy: themselves,
      keptFor: '24 hours',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { not: 'copies of what was sent to the person' },
      columns: [],
    },
    withheld: {
      user_id: id,
      request_hash: 'a hash',
      content_hash: 'a hash',
      response: 'a copy of what was sent to the person',
      until: 'when it is deleted',
    },
  },
  {
    ...{
      table: 'own_write',
      purpose: 'that standbys show people their own writes',
      seenBy: 'no user',
      keptFor: 'an hour',
    },
    ...{
      persons: ['user_id'],
      erasure: 'deleted',
      exported: { not: 'a position in the log of the database' },
      columns: [],
    },
    withheld: {
      user_id: id,
      position: 'of the log of the database',
      timeline: 'of that log',
      at: 'of the last write',
    },
  },
  {
    ...{
      table: 'quota_use',
      purpose: 'limits',
      seenBy: 'no user',
      keptFor: 'until the limit is full again, a day at most; SMS a month',
    },
    ...{
      persons: ['key'],
      erasure: 'special',
      exported: { not: 'those of the account are exported as `quotas`' },
      columns: [],
    },
    withheld: {
      key: 'names account, mailbox or network, the last two as hashes',
      taken: 'exported as `quotas`',
      until: 'exported as `quotas`',
      uses: 'when, for limits of networks and phones',
    },
  },
];

/** Tables without data of people, and why. */
export const impersonal: Readonly<Record<string, string>> = {
  bring_item: 'what events need',
  question: 'what events ask',
  category: 'what events are about',
  event_change: 'where listed events changed',
  event_stats: 'counts',
  event_words: 'words of listed events',
  event_words_live: 'words of listed events',
  event_words_ended: 'words of listed events',
  form_receipt: 'keyed hashes of forms',
  forgotten_words: 'a count',
  invite_link: 'tokens of events',
  listing_counter: 'counts',
  migration: 'the state of the schema',
  moderation: 'a count',
  notice_content: 'what notices say of events',
  released_word: 'words of events',
  reminder_clock: 'a time',
  reminder_offset: 'lengths of time',
  retired_token: 'tokens of events',
  sealed_key: 'keys of the service',
  series_gap: 'days of series without an event',
  sign_in_network: 'networks without a person',
  suppressed_mailbox: 'keyed hashes of addresses',
  own_write_start: 'a position in the log of the database',
  timeline: 'timelines of the log of the database',
  vocabulary: 'words of listed events',
  webhook_delivery: 'messages to endpoints, with ids alone; deleted with the webhook',
};

/** What an erasure deletes by a column alone, in the order in which other writers lock. */
export const deletedWithAccount: readonly {
  readonly table: string;
  readonly person: string;
  /** Kept for a new account of the phone, where it can be found. */
  readonly outlives: boolean;
}[] = personalData
  .filter(({ erasure }) => erasure === 'deleted')
  .flatMap(({ table, persons, outlives = [] }) =>
    persons.map((person) => ({ table, person, outlives: outlives.includes(person) })),
  );

/** What is left with the id of an erased account, and why. */
export const leftByErasure: Readonly<Record<string, string>> = {
  'announcement.author_id': 'messages that guests have read',
  'event_edit.actor_id': 'for five minutes',
  'erased_account.user_id': 'for 90 days, so that erasing is no reset',
  'removed_guest.user_id': 'for 90 days, so that erasing is no reset',
  'blocked_user.blocked_id': 'for 90 days, so that erasing is no reset',
  'quota_use.key': 'until the limit is full again, so that erasing is no reset',
  'outbox.user_id': 'ids on their way, for seconds',
  'outbox.actor_id': 'ids on their way, for seconds',
  'app_user.id': 'an empty row, so that events keep an organizer',
  'session.user_id': 'ended sessions without tokens, so that a stolen token is told from an unknown one',
  'event.organizer_id': 'events that have ended, and cancelled ones, which guests still see',
};
