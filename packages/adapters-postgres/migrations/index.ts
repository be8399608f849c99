/** Every migration in the order in which databases get them; a released one is never changed again. */
export const migrations = [
  {
    name: '2026-11-24-1-baseline',
    load: async () => (await import('./2026-11-24-1-baseline.ts')).Baseline,
  },
  {
    name: '2026-11-24-3-bookings',
    load: async () => (await import('./2026-11-24-3-bookings.ts')).Bookings,
  },
  {
    name: '2026-11-24-3-bring-lists',
    load: async () => (await import('./2026-11-24-3-bring-lists.ts')).BringLists,
  },
  {
    name: '2026-11-24-4-moderation',
    load: async () => (await import('./2026-11-24-4-moderation.ts')).AddModeration,
  },
  {
    name: '2026-11-24-5-outbox',
    load: async () => (await import('./2026-11-24-5-outbox.ts')).Outbox,
  },
  {
    name: '2026-11-24-6-series',
    load: async () => (await import('./2026-11-24-6-series.ts')).Series,
  },
  {
    name: '2026-11-24-6-series-indexes',
    load: async () => (await import('./2026-11-24-6-series-indexes.ts')).SeriesIndexes,
  },
  {
    name: '2026-11-24-7-rsvp-deadline',
    load: async () => (await import('./2026-11-24-7-rsvp-deadline.ts')).RsvpDeadline,
  },
  {
    name: '2026-11-24-7-attendance',
    load: async () => (await import('./2026-11-24-7-attendance.ts')).Attendance,
  },
  {
    name: '2026-11-24-7-attendance-index',
    load: async () => (await import('./2026-11-24-7-attendance-index.ts')).AttendanceIndex,
  },
  {
    name: '2026-11-24-8-questions',
    load: async () => (await import('./2026-11-24-8-questions.ts')).Questions,
  },
  {
    name: '2026-11-24-8-rows',
    load: async () => (await import('./2026-11-24-8-rows.ts')).FillRows,
  },
  {
    name: '2026-11-24-9-keys',
    load: async () => (await import('./2026-11-24-9-keys.ts')).RequireColumns,
  },
  {
    name: '2026-11-24-12-erased-accounts',
    load: async () => (await import('./2026-11-24-12-erased-accounts.ts')).ErasedAccounts,
  },
  {
    name: '2026-11-24-13-timelines',
    load: async () => (await import('./2026-11-24-13-timelines.ts')).Timelines,
  },
  {
    name: '2026-11-24-11-deleted-events',
    load: async () => (await import('./2026-11-24-11-deleted-events.ts')).DeletedEvents,
  },
  {
    name: '2026-11-24-14-series-changes',
    load: async () => (await import('./2026-11-24-14-series-changes.ts')).SeriesChanges,
  },
  {
    name: '2026-11-24-15-seats-lock',
    load: async () => (await import('./2026-11-24-15-seats-lock.ts')).SeatsLock,
  },
  {
    name: '2026-11-24-13-organizer-index',
    load: async () => (await import('./2026-11-24-13-organizer-index.ts')).OrganizerIndex,
  },
  {
    name: '2026-11-24-21-unlogged-positions',
    load: async () => (await import('./2026-11-24-21-unlogged-positions.ts')).UnloggedPositions,
  },
  {
    name: '2026-11-25-22-excepted-days',
    load: async () => (await import('./2026-11-25-22-excepted-days.ts')).ExceptedDays,
  },
  {
    name: '2026-11-25-23-listener-plan',
    load: async () => (await import('./2026-11-25-23-listener-plan.ts')).ListenerPlan,
  },
  {
    name: '2026-11-26-24-url-credentials',
    load: async () => (await import('./2026-11-26-24-url-credentials.ts')).UrlCredentials,
  },
  {
    name: '2026-11-27-25-receipts',
    load: async () => (await import('./2026-11-27-25-receipts.ts')).Receipts,
  },
  {
    name: '2026-11-27-25-receipts-index',
    load: async () => (await import('./2026-11-27-25-receipts-index.ts')).ReceiptsIndex,
  },
  {
    name: '2026-11-27-26-one-outbox',
    load: async () => (await import('./2026-11-27-26-one-outbox.ts')).OneOutbox,
  },
  {
    name: '2026-11-27-26-one-outbox-rows',
    load: async () => (await import('./2026-11-27-26-one-outbox-rows.ts')).OneOutboxRows,
  },
  {
    name: '2026-11-27-27-fold-again',
    load: async () => (await import('./2026-11-27-27-fold-again.ts')).FoldAgain,
  },
  {
    name: '2026-11-27-28-zone-names',
    load: async () => (await import('./2026-11-27-28-zone-names.ts')).ZoneNames,
  },
  {
    name: '2026-11-27-29-categories',
    load: async () => (await import('./2026-11-27-29-categories.ts')).Categories,
  },
  {
    name: '2026-11-27-29-categories-rows',
    load: async () => (await import('./2026-11-27-29-categories-rows.ts')).CategoriesRows,
  },
  {
    name: '2026-11-27-30-search-index',
    load: async () => (await import('./2026-11-27-30-search-index.ts')).SearchIndex,
  },
  {
    name: '2026-11-27-30-listing-index',
    load: async () => (await import('./2026-11-27-30-listing-index.ts')).ListingIndex,
  },
  {
    name: '2026-11-27-30-unread-indexes',
    load: async () => (await import('./2026-11-27-30-unread-indexes.ts')).UnreadIndexes,
  },
  {
    name: '2026-11-27-31-event-fields',
    load: async () => (await import('./2026-11-27-31-event-fields.ts')).EventFields,
  },
  {
    name: '2026-11-27-32-price-known',
    load: async () => (await import('./2026-11-27-32-price-known.ts')).PriceKnown,
  },
  {
    name: '2026-11-27-32-postponed',
    load: async () => (await import('./2026-11-27-32-postponed.ts')).Postponed,
  },
  {
    name: '2026-11-27-32-postponed-check',
    load: async () => (await import('./2026-11-27-32-postponed-check.ts')).PostponedCheck,
  },
  {
    name: '2026-11-27-33-tags',
    load: async () => (await import('./2026-11-27-33-tags.ts')).Tags,
  },
  {
    name: '2026-11-27-34-tags-index',
    load: async () => (await import('./2026-11-27-34-tags-index.ts')).TagsIndex,
  },
  {
    name: '2026-11-27-37-locale',
    load: async () => (await import('./2026-11-27-37-locale.ts')).Locale,
  },
  {
    name: '2026-11-27-39-cancel-reason',
    load: async () => (await import('./2026-11-27-39-cancel-reason.ts')).CancelReason,
  },
  {
    name: '2026-11-27-40-account-email',
    load: async () => (await import('./2026-11-27-40-account-email.ts')).AccountEmail,
  },
  {
    name: '2026-11-27-40-account-email-index',
    load: async () => (await import('./2026-11-27-40-account-email-index.ts')).AccountEmailIndex,
  },
  {
    name: '2026-11-27-41-event-activity',
    load: async () => (await import('./2026-11-27-41-event-activity.ts')).EventActivity,
  },
  {
    name: '2026-11-27-41-event-activity-index',
    load: async () => (await import('./2026-11-27-41-event-activity-index.ts')).EventActivityIndex,
  },
  {
    name: '2026-11-27-42-coming-guests',
    load: async () => (await import('./2026-11-27-42-coming-guests.ts')).ComingGuests,
  },
  {
    name: '2026-11-27-43-devices',
    load: async () => (await import('./2026-11-27-43-devices.ts')).Devices,
  },
  {
    name: '2026-11-27-45-pictures',
    load: async () => (await import('./2026-11-27-45-pictures.ts')).Pictures,
  },
  {
    name: '2026-11-27-46-pictures-index',
    load: async () => (await import('./2026-11-27-46-pictures-index.ts')).PicturesIndex,
  },
  {
    name: '2026-11-28-48-organizer-changes',
    load: async () => (await import('./2026-11-28-48-organizer-changes.ts')).OrganizerChanges,
  },
];
