/** The bounds of input and of lists. Lengths are in characters (code points), as JSON Schema counts. */
export const limits = {
  /**
   * Combining marks in a row, as in the Stream-Safe Text Format of UAX #15: normalization takes time quadratic in the
   * length of such a run.
   */
  marksInARow: 30,
  phoneLength: 32,
  /** Of the sessions that their owner is shown. */
  sessions: 100,
  deviceLength: 100,
  /** Of a provider of pushes. */
  pushTokenLength: 4_096,
  appVersionLength: 50,
  idempotencyKeyLength: 255,
  /** Of a language tag (RFC 5646 section 4.4.1). */
  localeLength: 35,
  codeLength: 4,
  emailCodeLength: 6,
  nameLength: 100,
  bioLength: 1000,
  cityLength: 100,
  usernameMinLength: 3,
  usernameLength: 30,
  urlLength: 2048,
  titleLength: 200,
  descriptionLength: 10_000,
  addressLength: 300,
  /** The longest name of the IANA database has 32. */
  timeZoneLength: 64,
  slugLength: 64,
  /** Of a category: pictures of flags and families have a dozen. */
  emojiLength: 16,
  categoryPosition: 10_000,
  /** Of a user id in a filter; one of another form has no events. */
  userIdLength: 64,
  enabledModules: 20,
  moduleLength: 40,
  tags: 10,
  tagLength: 40,
  /** Of an event, and of a person. */
  metadataKeys: 20,
  metadataNameLength: 40,
  metadataValueLength: 500,
  /** Of names and values together, in UTF-8. */
  metadataBytes: 4_096,
  /** In the platform's currency. */
  price: 10_000_000,
  capacity: 10_000_000,
  maxPerBooking: 1_000,
  bringItems: 100,
  /** Claims that a response names. */
  bringClaims: 500,
  bringTitleLength: 100,
  /** Of an item of a bring list. */
  bringQuantity: 999,
  queryLength: 200,
  defaultPage: 1,
  /** Keeps `page * limit` within 32 bits. */
  page: 1_000_000,
  defaultPageSize: 20,
  pageSize: 50,
  defaultRadiusKm: 50,
  /** Half the circumference of the earth, in kilometres, rounded up. */
  radiusKm: 20_038,
  /** Kilometres around a place whose list is sorted by distance. */
  sortedRadiusKm: 50,
  /** Categories that one list may be narrowed to. */
  listCategories: 10,
  /** Tags that one list may be narrowed to. */
  listTags: 5,
  inviteCircles: 100,
  inviteUsers: 1_000,
  inviteEmails: 500,
  /** The people of all circles and ids of a call, each counted once: a full circle and as many ids as a call takes. */
  invitePeople: 11_000,
  emailLength: 254,
  tokenLength: 200,
  /** Invitations in one page of a user's own. */
  invitePageSize: 100,
  blockedUsers: 1_000,
  /** Events of one organizer that a user administers: no host fills the list of another person. */
  eventsToAdminister: 20,
  /** A proof of work repeats its challenge: some 800 characters. */
  proofLength: 4_096,
  circleNameLength: 100,
  circleMembers: 10_000,
  membersPerCall: 1_000,
  /** Of a report's text and of an operator's reason or note. */
  reasonLength: 1_000,
  /** Of why an event is cancelled. */
  cancelReasonLength: 500,
  announcementLength: 2_000,
} as const;
