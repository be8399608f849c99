import type { DatasetScenario, Scenario } from '../support/report/scenario.ts';
import { memory } from './memory.ts';
import { deepPage } from './reads/deep-page.ts';
import { eventById } from './reads/event-by-id.ts';
import { eventPage } from './reads/event-page.ts';
import { listAnonymous } from './reads/list-anonymous.ts';
import { listByCategory } from './reads/list-by-category.ts';
import { listsByTag } from './reads/lists-by-tag.ts';
import { listsOfSeries } from './reads/lists-of-series.ts';
import { listsUnderImports } from './reads/lists-under-imports.ts';
import { listsUnderWrites } from './reads/lists-under-writes.ts';
import { longReads } from './reads/long-reads.ts';
import { nearby } from './reads/nearby.ts';
import { organizersPages } from './reads/organizers-pages.ts';
import { search } from './reads/search.ts';
import { authenticatedRequest } from './sessions/authenticated-request.ts';
import { otpCheck } from './sessions/otp-check.ts';
import { refreshScenario } from './sessions/refresh.ts';
import { bookingHot } from './writes/booking-hot.ts';
import { bookingSpread } from './writes/booking-spread.ts';
import { pushes } from './writes/pushes.ts';
import { rsvpHot } from './writes/rsvp-hot.ts';
import { rsvpKeyed } from './writes/rsvp-keyed.ts';
import { rsvpListeners } from './writes/rsvp-listeners.ts';
import { rsvpSpread } from './writes/rsvp-spread.ts';
import { webhooks } from './writes/webhooks.ts';

/** Scenarios with a small database of their own, in the order of the table. */
export const scenarios: readonly Scenario[] = [
  authenticatedRequest,
  otpCheck,
  refreshScenario,
  rsvpKeyed,
  webhooks,
  pushes,
];

/** Scenarios on datasets, which come first in the table. Memory runs last, because it changes the most rows. */
export const datasetScenarios: readonly DatasetScenario[] = [
  listByCategory,
  listsByTag,
  listAnonymous,
  listsUnderWrites,
  listsUnderImports,
  listsOfSeries,
  nearby,
  search,
  eventById,
  eventPage,
  organizersPages,
  rsvpSpread,
  rsvpHot,
  rsvpListeners,
  bookingSpread,
  bookingHot,
  deepPage,
  longReads,
  memory,
];
