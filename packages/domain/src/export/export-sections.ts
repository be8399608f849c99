/** The parts of an account's export, in their order. */
export const exportSections = [
  'profile',
  'signIns',
  'sessions',
  'devices',
  'quotas',
  'eventsOrganized',
  'seriesOrganized',
  'eventQuestions',
  'bringItems',
  'eventsAdministered',
  'invitationsSent',
  'rsvps',
  'seriesRsvps',
  'saved',
  'bookings',
  'claims',
  'answers',
  'invitationsReceived',
  'linksJoined',
  'eventsRemovedFrom',
  'circles',
  'circleMembers',
  'blockedUsers',
  'calendarFeed',
  'emailProof',
  'reportsMade',
  'notices',
  'noticeSettings',
  'announcements',
  'webhooks',
  'pictures',
] as const;

export type ExportSection = (typeof exportSections)[number];

/** Some rows of one section; instants are texts (ISO 8601). */
export interface ExportBatch {
  readonly section: ExportSection;
  readonly rows: readonly object[];
}

/** Of sections whose rows are long: an event may have 65 kB, a notice 14 kB. */
const longRowsPerRead: Readonly<Partial<Record<ExportSection, number>>> = {
  eventsOrganized: 10,
  notices: 40,
};

/** How many rows of a section are read at once: what a slow reader leaves in memory. */
export const rowsPerRead = (section: ExportSection): number => longRowsPerRead[section] ?? 200;
