import type { DatasetScenario, Scenario } from '../support/report/scenario.ts';
import { authenticatedRequest } from './authenticated-request.ts';
import { bookingHot } from './booking-hot.ts';
import { bookingSpread } from './booking-spread.ts';
import { deepPage } from './deep-page.ts';
import { eventById } from './event-by-id.ts';
import { eventChange } from './event-change.ts';
import { eventPage } from './event-page.ts';
import { listAnonymous } from './list-anonymous.ts';
import { listByCategory } from './list-by-category.ts';
import { listsOfSeries } from './lists-of-series.ts';
import { listsUnderWrites } from './lists-under-writes.ts';
import { longReads } from './long-reads.ts';
import { memory } from './memory.ts';
import { nearby } from './nearby.ts';
import { noListeners } from './no-listeners.ts';
import { otpCheck } from './otp-check.ts';
import { processes } from './processes.ts';
import { refreshScenario } from './refresh.ts';
import { rsvpHot } from './rsvp-hot.ts';
import { rsvpKeyed } from './rsvp-keyed.ts';
import { rsvpSpread } from './rsvp-spread.ts';
import { search } from './search.ts';
import { webhooks } from './webhooks.ts';

/** Scenarios with a small database of their own, in the order of the table. */
export const scenarios: readonly Scenario[] = [
  authenticatedRequest,
  otpCheck,
  refreshScenario,
  rsvpKeyed,
  webhooks,
];

/** Scenarios on datasets, which come first in the table. Memory runs last, because it changes the most rows. */
export const datasetScenarios: readonly DatasetScenario[] = [
  listByCategory,
  listAnonymous,
  listsUnderWrites,
  listsOfSeries,
  nearby,
  search,
  eventById,
  eventPage,
  rsvpSpread,
  rsvpHot,
  bookingSpread,
  bookingHot,
  eventChange,
  noListeners,
  deepPage,
  longReads,
  processes,
  memory,
];
