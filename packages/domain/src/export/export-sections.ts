/** The parts of an account's export, in their order. */
export const exportSections = [
  'profile',
  'signIns',
  'sessions',
  'quotas',
  'eventsOrganized',
  'seriesOrganized',
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
  'reportsMade',
  'notices',
  'noticeSettings',
  'announcements',
  'webhooks',
] as const;

export type ExportSection = (typeof exportSections)[number];

/** Some rows of one section; instants are texts (ISO 8601). */
export interface ExportBatch {
  readonly section: ExportSection;
  readonly rows: readonly object[];
}

/** Rows of these sections hold texts of up to 40 kB, or of up to 8 kB. */
const fewRows: { readonly [Section in ExportSection]?: number } = {
  ...{ eventsOrganized: 2, seriesOrganized: 2 },
  ...{ announcements: 20, answers: 20, reportsMade: 20, webhooks: 20 },
};

/** How many rows of a section are read at once: what a slow reader leaves in memory. */
export const rowsPerRead = (section: ExportSection): number => fewRows[section] ?? 200;
